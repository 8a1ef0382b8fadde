// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.aqm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;

/** Queueing delay on a path that is so long that no flow has a segment in the run. */
class AqmRunTest {
    /** Half a round trip, and 1514 bytes at 20 Mb/s and twice at 200 Mb/s. */
    private static final long PATH_NS = 5_000_000_000L + 605_600 + 2 * 60_560;

    private static final long MS = 1_000_000;

    @Test
    void aLongPathDoesNotCoarsenThePercentileOfTheQueue() {
        Scheme scheme = Schemes.named("drop-tail");
        Values values =
                Runner.declared(BottleneckScenario.INSTANCE, scheme)
                        .with(
                                Map.of(
                                        "bottleneckBps",
                                        2e7,
                                        "roundTripMs",
                                        1e4,
                                        "seconds",
                                        2.0,
                                        "warmUpSeconds",
                                        1.0));
        AqmRun run =
                new AqmRun(scheme, values, 1, List.of(AqmRun.group(values, "control", "flows")));
        run.run(values, RunWatch.NONE);
        for (int i = 0; i < 99; i++) {
            run.received(0, PATH_NS + MS, 1448);
        }
        run.received(0, PATH_NS + 51 * MS, 1448);

        assertThat(run.meanQueueMs(0)).isCloseTo(1.5, within(1e-6));
        assertThat(run.p99QueueMs(0)).isCloseTo(1, within(0.04));
    }
}
