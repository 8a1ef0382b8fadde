// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/** The rules of numbers in configurations; messages name the field and the rule. */
public final class Range {

    private Range() {}

    static void check(String field, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            String rule =
                    greatest == QueueConfig.UNLIMITED
                            ? "at least " + least
                            : least + " to " + greatest;
            throw new IllegalArgumentException(field + " must be " + rule + ", not " + value);
        }
    }

    static void checkRate(String field, long rate) {
        if (rate != QueueConfig.UNLIMITED) {
            check(field, rate, 1, QueueConfig.MAX_RATE);
        }
    }
}
