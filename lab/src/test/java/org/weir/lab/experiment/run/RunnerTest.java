// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.catalogue.Experiments;

class RunnerTest {
    private static final Map<String, Double> SHORT =
            Map.of("seconds", 3.0, "warmUpSeconds", 1.0, "cycleMs", 100.0);
    private static final Experiment FIG7 = Experiments.find("pmqecn-fig7").orElseThrow();

    @TempDir Path folder;

    @Test
    void theNumberOfThreadsAndTheRunChangeNoByte() throws IOException {
        Map<String, String> one = files("one", 1, 1);

        assertThat(files("again", 1, 1)).isEqualTo(one);
        assertThat(files("two", 2, 1)).isEqualTo(one);
        assertThat(files("other", 1, 5)).isNotEqualTo(one);
        assertThat(one).containsKey("pmqecn-fig7/result.json").hasSizeGreaterThan(8);
    }

    private Map<String, String> files(String name, int threads, long seed) throws IOException {
        Path out = folder.resolve(name);
        try (Runner runner = new Runner(threads, RunObserver.NONE)) {
            Result result =
                    runner.run(FIG7, Set.of("p4qcn", "dcqcn"), SHORT, List.of(seed, seed + 1));
            ResultFiles.write(result, out);
        }
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> all = Files.walk(out)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String path = out.relativize(file).toString().replaceAll("\\.[15]\\.csv", ".csv");
                texts.put(path, Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    @Test
    void eachSeedIsARunOfItsOwn() {
        try (Runner runner = new Runner(2, RunObserver.NONE)) {
            List<Outcome> both = outcomes(runner, List.of(1L, 2L));
            List<Outcome> second = outcomes(runner, List.of(2L));

            assertThat(both.get(0).quantities()).isNotEqualTo(both.get(1).quantities());
            // The same run is not run again.
            assertThat(second.get(0)).isSameAs(both.get(1));
        }
    }

    private static List<Outcome> outcomes(Runner runner, List<Long> seeds) {
        return runner.run(FIG7, Set.of("dcqcn"), SHORT, seeds).cases().get(0).outcomes();
    }

    @Test
    void aSchemeThatAnExperimentDoesNotCompareHasItsOwnCases() {
        try (Runner runner = new Runner(1, RunObserver.NONE)) {
            Result result = runner.run(FIG7, Set.of("codel-fwd"), SHORT, List.of(1L));

            assertThat(result.mean("codel-fwd", "goodput")).isGreaterThan(1);
            assertThat(result.isWhole()).isFalse();
            assertThat(Verdict.of(result)).isEmpty();
            // As many cases as are published, but others.
            List<Result.CaseResult> others =
                    Collections.nCopies(FIG7.cases().size(), result.cases().get(0));
            assertThat(new Result(FIG7, List.of(1L), others).isWhole()).isFalse();
        }
        Experiment levels = Experiments.find("p4qcn-fig13").orElseThrow();
        assertThat(levels.casesOf(Set.of("dcqcn")))
                .extracting(Case::label)
                .containsExactly(
                        "dcqcn backgroundBps=2000000",
                        "dcqcn backgroundBps=3000000",
                        "dcqcn backgroundBps=4000000",
                        "dcqcn backgroundBps=5000000");
        assertThat(levels.casesOf(Set.of("p4qcn")))
                .isEqualTo(
                        levels.cases().stream()
                                .filter(one -> one.scheme().equals("p4qcn"))
                                .toList());
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertRefused(Set.of(), Map.of("nothing", 1.0), "has no parameter nothing");
        assertRefused(Set.of("nobody"), Map.of(), "no scheme is named \"nobody\"");
        assertRefused(Set.of("ecn"), Map.of("warmUpSeconds", 60.0), "must be below seconds, 60");
        assertRefused(Set.of("ecn"), Map.of("seconds", 11.5), "must be a whole number, not 11.5");
        assertRefused(Set.of(), Map.of("linkBps", 0.0), "linkBps must be 1000 to");
    }

    private static void assertRefused(
            Set<String> schemes, Map<String, Double> settings, String why) {
        try (Runner runner = new Runner(1, RunObserver.NONE)) {
            assertThatThrownBy(() -> runner.run(FIG7, schemes, settings, List.of(1L)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(why);
        }
    }
}
