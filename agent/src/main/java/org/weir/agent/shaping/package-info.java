// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's use of Linux's traffic control: its qdiscs, classes and filters, the lines for tc(8),
 * and the recognition of its own objects.
 */
package org.weir.agent.shaping;
