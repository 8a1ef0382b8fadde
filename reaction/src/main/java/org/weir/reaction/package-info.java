// SPDX-License-Identifier: Apache-2.0
/**
 * Reaction points: the rules by which the senders of each scheme change their rates, in bit/s,
 * after feedback and with time. The lab's senders and the agent of real hosts run these classes,
 * which read no clock.
 */
package org.weir.reaction;
