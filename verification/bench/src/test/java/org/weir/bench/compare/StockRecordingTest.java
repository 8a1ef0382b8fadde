// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our switch does with recorded packets what stock BMv2 did with them, to the byte, and counts and
 * remembers the same. After a change of a program or of its workload the recordings are made anew,
 * where BMv2 is installed: {@code ./weir bench compare --packets 300 --seed 7 --record
 * verification/bench/src/test/resources/org/weir/bench/compare}.
 */
class StockRecordingTest {

    private static final long SEED = 7;

    static Stream<String> names() {
        return Workloads.all().stream().map(Workload::name);
    }

    @ParameterizedTest
    @MethodSource("names")
    void framesCountersAndRegistersAreThoseOfStockBmv2(String name) throws Exception {
        Workload workload =
                Workloads.all().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        OurSwitch ours = new OurSwitch(workload.program(), workload.ports());
        workload.configure(ours.device(), new Random(SEED));
        int framesOut = 0;
        int number = 0;
        try (InputStream capture = getClass().getResourceAsStream(name + ".pcapng")) {
            for (Recording.Packet packet : Recording.read(capture, workload)) {
                List<OutputFrame> sent =
                        new ArrayList<>(
                                ours.run(packet.timeMicros(), packet.port(), packet.frame()));
                Collections.sort(sent);
                assertThat(sent).as("packet %d", number).isEqualTo(packet.out());
                framesOut += sent.size();
                number++;
            }
        }
        assertThat(number).isGreaterThanOrEqualTo(300);
        assertThat(framesOut).isGreaterThan(number / 10);
        try (InputStream state = getClass().getResourceAsStream(name + ".txt")) {
            assertThat(Recording.state(ours.device()))
                    .isEqualTo(
                            new String(state.readAllBytes(), StandardCharsets.UTF_8)
                                    .lines()
                                    .toList());
        }
    }
}
