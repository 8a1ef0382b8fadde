// SPDX-License-Identifier: Apache-2.0
/** Feedback packets as a host receives them: reading, and refusal of what cannot be true. */
package org.weir.agent.feedback;
