// SPDX-License-Identifier: Apache-2.0
/** Feedback packets as a host receives them: reading, and refusal of implausible ones. */
package org.weir.agent.feedback;
