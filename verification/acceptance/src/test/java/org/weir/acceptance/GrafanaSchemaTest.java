// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/**
 * The Grafana dashboards fit the types that Grafana publishes, where Node and its packages are
 * there.
 */
class GrafanaSchemaTest {
    private static final int CANNOT_CHECK = 2;

    @Test
    void dashboardsFitGrafanasTypes() throws Exception {
        assumeTrue(Shell.has("npm"), "the Grafana dashboards are not checked: no npm");

        Shell.Outcome outcome = Shell.run(Shell.home(), "monitoring/grafana/check");

        assumeTrue(
                outcome.exitCode() != CANNOT_CHECK,
                () -> "the Grafana dashboards are not checked: " + outcome.output());
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    }
}
