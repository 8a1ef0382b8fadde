// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

/**
 * A frame that a switch gets.
 *
 * @param port by which it comes in
 * @param bytes the frame
 * @param gapMicros time since the frame before, at least 1
 */
public record InputFrame(int port, byte[] bytes, long gapMicros) {}
