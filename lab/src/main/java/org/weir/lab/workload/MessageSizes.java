// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.SplittableRandom;

/** Distribution of message sizes. */
public interface MessageSizes {
    /** Mean size, bytes. */
    double meanBytes();

    /** A size drawn at random, bytes, at least 1. */
    long draw(SplittableRandom random);

    /** All of one size, bytes, at least 1. */
    static MessageSizes constant(long bytes) {
        return new MessageSizes() {
            @Override
            public double meanBytes() {
                return bytes;
            }

            @Override
            public long draw(SplittableRandom random) {
                return bytes;
            }
        };
    }
}
