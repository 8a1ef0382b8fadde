// SPDX-License-Identifier: Apache-2.0
/** The flows that have had feedback, each with a reaction point; pure functions of given times. */
package org.weir.agent.flow;
