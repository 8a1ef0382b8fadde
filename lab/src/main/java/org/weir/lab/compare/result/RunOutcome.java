// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

/**
 * All measurements of one run.
 *
 * @param row for tables
 * @param detail for plots
 */
public record RunOutcome(RunRow row, RunDetail detail) {
    /** The same under another label. */
    public RunOutcome labelled(String otherScheme) {
        return new RunOutcome(row.labelled(otherScheme), detail);
    }
}
