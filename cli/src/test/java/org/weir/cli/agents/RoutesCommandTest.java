// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.route.RouteView;

class RoutesCommandTest {

    @Test
    void printsRoutesWithTheirStates() {
        assertThat(
                        RoutesCommand.lines(
                                List.of(
                                        new RouteView(
                                                "0.0.0.0/0",
                                                "10.0.0.254",
                                                RouteView.State.INSTALLED,
                                                "device:s2",
                                                3),
                                        new RouteView(
                                                "2001:db8:1::/48",
                                                "2001:db8::fe",
                                                RouteView.State.NEXT_HOP_UNKNOWN))))
                .hasSize(3)
                .satisfies(
                        lines -> {
                            assertThat(lines.get(1).split(" +"))
                                    .containsExactly(
                                            "0.0.0.0/0", "10.0.0.254", "device:s2/3", "installed");
                            assertThat(lines.get(2).split(" +"))
                                    .containsExactly(
                                            "2001:db8:1::/48",
                                            "2001:db8::fe",
                                            "-",
                                            "next-hop-unknown");
                        });
    }
}
