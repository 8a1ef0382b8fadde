// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.List;

/**
 * What an experiment measured, beside what was published.
 *
 * @param conditions what was run, for people
 * @param rows one per quantity
 */
public record Result(String conditions, List<Row> rows) {
    /**
     * One quantity.
     *
     * @param quantity what it is
     * @param unit its unit
     * @param published as published
     * @param measured in this run
     */
    public record Row(String quantity, String unit, double published, double measured) {}

    /** Copies the rows. */
    public Result {
        rows = List.copyOf(rows);
    }
}
