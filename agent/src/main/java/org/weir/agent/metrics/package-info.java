// SPDX-License-Identifier: Apache-2.0
/** Counters of the agent, and their endpoint in OpenMetrics' text format. */
package org.weir.agent.metrics;
