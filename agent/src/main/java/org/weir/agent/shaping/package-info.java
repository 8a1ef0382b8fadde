// SPDX-License-Identifier: Apache-2.0
/**
 * Linux's traffic control as the agent uses it: what it installs, what it runs tc(8) with, and how
 * it knows its own.
 */
package org.weir.agent.shaping;
