// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** The committed dashboard is what its sources give, where Node and its packages are there. */
class DashboardBuildTest {
    private static final int CANNOT_BUILD = 2;

    @Test
    void theCommittedPageIsBuiltFromItsSources() throws Exception {
        assumeTrue(Shell.has("npm"), "the dashboard is not built again: no npm");

        Shell.Outcome outcome = Shell.run(Shell.home(), "./weir", "dashboard", "--check");

        assumeTrue(
                outcome.exitCode() != CANNOT_BUILD,
                () -> "the dashboard is not built again: " + outcome.output());
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }
}
