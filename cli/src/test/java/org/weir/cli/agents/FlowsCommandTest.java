// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.weir.app.flow.FlowEnds;
import org.weir.app.flow.FlowView;
import org.weir.app.flow.ShapedFlow;

class FlowsCommandTest {

    private static final long NOW_MS = 1_700_000_010_000L;

    private static FlowView flow(String ends, String className, Long port) {
        String[] parts = ends.split("/");
        ShapedFlow flow =
                new ShapedFlow(
                        new FlowEnds(
                                IpAddress.valueOf(parts[0]),
                                IpAddress.valueOf(parts[3]),
                                Integer.parseInt(parts[1]),
                                Integer.parseInt(parts[2]),
                                Integer.parseInt(parts[4])),
                        OptionalInt.empty(),
                        1_930_400,
                        NOW_MS - 440,
                        NOW_MS - 100);
        return new FlowView(
                flow,
                Optional.ofNullable(className),
                Optional.ofNullable(port).map(any -> "device:s1"),
                port == null ? OptionalLong.empty() : OptionalLong.of(port));
    }

    @Test
    void aLineTellsTheEndsTheRateAndTheAgeAndThatSomethingIsUnknown() {
        assertThat(
                        FlowsCommand.lines(
                                List.of(
                                        flow("10.0.0.1/17/41000/10.0.0.5/5201", "A", 1L),
                                        flow("2001:db8::1/6/41000/2001:db8::5/80", null, null),
                                        flow("10.0.0.1/47/0/10.0.0.5/0", "C", 2L)),
                                3,
                                NOW_MS))
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly(
                        "source destination protocol class allowed Mb/s feedback s ago port",
                        "10.0.0.1:41000 10.0.0.5:5201 udp A 1.930 0.4 device:s1/1",
                        "[2001:db8::1]:41000 [2001:db8::5]:80 tcp - 1.930 0.4 -",
                        "10.0.0.1 10.0.0.5 47 C 1.930 0.4 device:s1/2",
                        "3 further shaped flows are in no report of an agent");
    }

    @Test
    void linesHaveAtMost100Columns() {
        assertThat(
                        FlowsCommand.lines(
                                List.of(flow("10.0.0.100/17/41000/10.0.0.101/52010", "bulk", 48L)),
                                0,
                                NOW_MS))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }
}
