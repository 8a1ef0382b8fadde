// SPDX-License-Identifier: Apache-2.0
/**
 * Reaction points: how the sender of each scheme changes its rate, in bit/s, after feedback and
 * with time. The lab's senders and the agent of real hosts run these classes; they know no clock.
 */
package org.weir.reaction;
