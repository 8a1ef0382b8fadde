// SPDX-License-Identifier: Apache-2.0
/**
 * The reaction point that keeps a queue near its marking threshold by the depths that feedback
 * tells.
 */
package org.weir.reaction.targetrate;
