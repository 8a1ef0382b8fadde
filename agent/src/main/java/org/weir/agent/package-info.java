// SPDX-License-Identifier: Apache-2.0
/**
 * The host agent: takes feedback packets off an interface of this host and makes the host's flows
 * obey them (docs/agent.md).
 */
package org.weir.agent;
