// SPDX-License-Identifier: Apache-2.0
/**
 * The flows that have had feedback, each with a reaction point. No class reads a clock; the caller
 * passes the time.
 */
package org.weir.agent.flow;
