// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.run.Comparison;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class TuningSearchTest {
    private static final int BUDGET = 6;

    @Test
    void searchesAndRemembers() {
        List<TuningSearch.Candidate> first = search();
        assertThat(first).hasSize(BUDGET).isEqualTo(search());
        assertThat(first.get(0).factors().values()).containsOnly(1.0);
        // Two strata of the logarithm, each with one candidate.
        assertThat(first.get(1).factors().get("cycleMs") > 1)
                .isNotEqualTo(first.get(2).factors().get("cycleMs") > 1);
        Map<String, Map<String, Double>> read =
                TunedFile.read(TunedFile.write("here", List.of(first), Map.of()));
        assertThat(read).isEqualTo(Map.of("ecn", TunedFile.best(first).factors()));
        assertThat(TunedFile.csv(List.of(first))).hasSize(BUDGET + 1);
    }

    /** One sixth of six candidates is a finalist, and the one with the factors 1. */
    @Test
    void finalistsRunOnAllNetworksAndOneOfThemIsChosen() {
        List<TuningSearch.Candidate> all = search();
        assertThat(all.get(0).networks()).isEqualTo(2);
        assertThat(all.stream().filter(one -> one.networks() == 2)).hasSize(2);
        assertThat(all.stream().filter(one -> one.networks() == 1)).hasSize(BUDGET - 2);
        assertThat(TunedFile.best(all).networks()).isEqualTo(2);
    }

    /** Three neighbours of the best of the first three: no factor changes by more than two. */
    @Test
    void theSecondHalfAreNeighbours() {
        List<TuningSearch.Candidate> all = search();
        for (TuningSearch.Candidate neighbour : all.subList(BUDGET / 2, BUDGET)) {
            assertThat(all.subList(0, all.indexOf(neighbour)))
                    .as(neighbour.toString())
                    .anySatisfy(
                            centre ->
                                    assertThat(neighbour.factors())
                                            .allSatisfy(
                                                    (name, factor) ->
                                                            assertThat(
                                                                            factor
                                                                                    / centre.factors()
                                                                                            .get(
                                                                                                    name))
                                                                    .isBetween(0.5, 2.0)));
        }
    }

    @Test
    void aFolderGrowsBySchemesAndIsReadAgain(@TempDir Path folder) throws IOException {
        SearchFolder first = SearchFolder.open(folder, "here");
        assertThat(first.has("ecn")).isFalse();
        List<TuningSearch.Candidate> ecn =
                List.of(
                        new TuningSearch.Candidate("ecn", Map.of("cycleMs", 1.0), 2, 0.5),
                        new TuningSearch.Candidate("ecn", Map.of("cycleMs", 0.1 + 0.2), 2, 0.25));
        first.add("ecn", ecn);
        SearchFolder second = SearchFolder.open(folder, "here");
        assertThat(second.has("ecn")).isTrue();
        assertThat(second.has("dctcp")).isFalse();
        assertThat(second.text()).isEqualTo(first.text());
        second.add("dctcp", List.of(new TuningSearch.Candidate("dctcp", Map.of(), 2, 0.125)));
        assertThat(TunedFile.read(Files.readString(folder.resolve("tuned.json"))))
                .isEqualTo(Map.of("ecn", Map.of("cycleMs", 0.1 + 0.2), "dctcp", Map.of()));
        assertThat(TunedFile.readCsv(Files.readAllLines(folder.resolve("search.csv"))).get("ecn"))
                .isEqualTo(ecn);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchFolder.open(folder, "there"))
                .withMessageContaining("another search (here)")
                .withMessageContaining("--out");
        Files.writeString(folder.resolve("search.csv"), "scheme\necn,0\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchFolder.open(folder, "here"))
                .withMessageContaining("not a candidate: ecn,0");
    }

    /** Both are the scheme {@code pmqecn-targets}; the second must not get the first's values. */
    @Test
    void aFolderRefusesAnotherChoiceOfASchemeThatItHas(@TempDir Path folder) throws IOException {
        SchemeChoice whole = SchemeChoice.read("targets", Map.of());
        SchemeChoice off = SchemeChoice.read("targets-off", Map.of());
        SearchFolder.open(folder, "here")
                .add(
                        "targets",
                        List.of(
                                new TuningSearch.Candidate(
                                        whole.scheme().name(), Map.of(), 2, 0.5)));
        SearchFolder again = SearchFolder.open(folder, "here");
        assertThat(again.missing(List.of(whole))).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> again.missing(List.of(off)))
                .withMessageContaining("result of targets ")
                .withMessageContaining("give targets-off another folder");
    }

    @Test
    void refusesWhatIsNoSuchFile() {
        assertThatIllegalArgumentException().isThrownBy(() -> TunedFile.read("{"));
        assertThatIllegalArgumentException().isThrownBy(() -> TunedFile.read("{}"));
        for (String factor : List.of("\"2\"", "null", "true", "1e400")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () ->
                                    TunedFile.read(
                                            "{\"schemes\": {\"ecn\": {\"factors\": {\"x\": "
                                                    + factor
                                                    + "}}}}"))
                    .withMessageStartingWith("schemes.ecn.factors.x: must be a number, was ");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TunedFile.read("{\"schemes\": {}, \"schemes\": {}}"))
                .withMessageStartingWith("is not JSON: Duplicate field 'schemes' (line 1");
    }

    @Test
    void scoreAddsMissesAndWhatIsNotCarried() {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        metrics.put(Metric.CARRIED_PERCENT, 90.0);
        metrics.put(Metric.SLOWDOWN_P999, Math.E);
        assertThat(new RunRow("a", "b", 1, metrics, "10/1-/0").searchScore())
                .isCloseTo(0.8, within(1e-9));
    }

    private static List<TuningSearch.Candidate> search() {
        List<ComparedNetwork> networks =
                Stream.of("dumbbell-10m", "dumbbell-1g")
                        .flatMap(name -> NetworkCatalogue.named(name).stream())
                        .toList();
        try (Comparison comparison = new Comparison(1, 3, row -> {})) {
            return new TuningSearch(comparison, networks, List.of(1L), BUDGET, 9, warning -> {})
                    .search(SchemeChoice.read("ecn", Map.of()));
        }
    }
}
