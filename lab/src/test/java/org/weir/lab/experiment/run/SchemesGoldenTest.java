// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.rules.ChecksRecordedRun;
import org.weir.rules.GeneratedFile;

/**
 * Short runs of schemes give the committed results, byte by byte, parameters included. After a
 * change that is meant, {@code ./weir write --runs} writes them again.
 */
@ChecksRecordedRun
class SchemesGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/weir/lab/experiment");
    private static final Map<String, Double> SHORT = Map.of("seconds", 2.0, "warmUpSeconds", 1.0);

    @ParameterizedTest
    @CsvSource({
        "pmqecn-fig7, dcqcn p4qcn tcn ecn drop-tail",
        "targets, codel-fwd rpm",
        "p4qcn-fig15, pfc p4qcn-pfc",
        "qcn-fig3, qcn-probing qcn ecm"
    })
    void givesTheCommittedResult(String id, String schemes) throws IOException {
        String text = ResultFiles.json(run(id, Set.of(schemes.split(" "))));
        new GeneratedFile(GOLDEN.resolve(id + ".json"), getClass()).check(text);
    }

    private static Result run(String id, Set<String> schemes) {
        try (Runner runner = new Runner(2, RunObserver.NONE)) {
            Experiment experiment = Experiments.find(id).orElseThrow();
            return runner.run(experiment, schemes, SHORT, List.of(1L));
        }
    }

    @Test
    void flowControlMadeInP4LosesNothingWhereADropTailQueueDoes() {
        Result paused = run("p4qcn-fig15", Set.of("pfc"));
        Result dropped = run("p4qcn-fig13", Set.of("drop-tail"));

        assertThat(dropped.mean("drop-tail 5 Mb/s", "loss")).isGreaterThan(1);
        assertThat(paused.mean("pfc 5 Mb/s", "loss")).isZero();
        assertThat(paused.mean("pfc 5 Mb/s", "pauses")).isGreaterThan(10);
        assertThat(paused.mean("pfc 5 Mb/s", "queueMax")).isLessThan(64);
    }
}
