// SPDX-License-Identifier: Apache-2.0
/**
 * Reaction points: how the sender of each scheme changes its rate, in bit/s, after feedback and
 * with time.
 */
package org.weir.lab.host.reaction;
