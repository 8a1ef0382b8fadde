// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.policy.MatchRule;
import org.weir.control.policy.PolicyReader;
import org.weir.runner.up.NetworkSize;
import org.weir.runner.up.TrafficTotals;
import picocli.CommandLine;

/** Results that {@code weir soak fabric} computes from its measurements. */
class SoakTest {
    private static final NetworkSize SIZE = new NetworkSize(20, 64, 16);

    @TempDir Path folder;

    private static final Percentiles TIMES = new Percentiles(30, 12.5, 40.0);
    private static final Percentiles NO_TIMES = new Percentiles(0, null, null);
    private static final FlowLoss NOTHING = new FlowLoss(0, 0, 0.0);

    private static SoakResult whole() {
        return new SoakResult(
                "fat-tree:4",
                "1800000",
                "fast.json",
                SIZE,
                new SoakResult.Found(20.04, 31.5, 33.0, 25.25),
                new SoakResult.Programmed(2000, 12.5),
                new SoakResult.Quiet(
                        100.0,
                        62,
                        new TrafficTotals(360_000, 359_990, 10),
                        0.5,
                        0.25,
                        800_000_000L,
                        null,
                        TIMES,
                        new SoakResult.Loop(31, 1, TIMES, NO_TIMES, TIMES)),
                new SoakResult.Idle(60.01, 0, 0.1234, 0.05),
                List.of(
                        new SoakResult.Event("link down", new FlowLoss(36, 3, 10.0), 4.0),
                        new SoakResult.Event("ONOS stopped", NOTHING, null)),
                new SoakResult.PolicyChanges(1000, 998, 60.2, TIMES, NOTHING, 1.5, "busy"),
                new SoakResult.Classifiers(
                        10_000,
                        new SoakResult.Replacement(
                                150.0, 200_000, 40.0, TIMES, new FlowLoss(2, 1, null), null),
                        new SoakResult.Replacement(
                                90.0, -1000, null, NO_TIMES, NOTHING, "not confirmed")),
                null);
    }

    private static SoakResult failed() {
        return new SoakResult(
                "fat-tree:8",
                "225000",
                null,
                new NetworkSize(80, 512, 128),
                new SoakResult.Found(90.0, null, null, null),
                null,
                null,
                null,
                List.of(),
                null,
                null,
                "not all was found");
    }

    @Test
    void eachTopicHasItsLine() {
        assertThat(SoakTable.lines(whole()))
                .allMatch(line -> line.length() <= 100)
                .extracting(line -> line.strip().replaceAll(" +", " "))
                .containsExactly(
                        "fat-tree:4: 20 switches, 16 hosts, 64 directed links, 1800000 bit/s for"
                                + " each pair",
                        "policy fast.json",
                        "found after, s switches 20.0, links 31.5, hosts 33.0, first settings 25.3",
                        "rules when all was found 2000 confirmed in 12.5 s, at least 160.0 a"
                                + " second",
                        "left alone 100 s: at least 62 links; sent 360000 packets, lost 10",
                        "processor, memory ONOS 0.50 cores, 800 MB; network 0.25 cores, - MB",
                        "GET weir/v1/ports p50 12.5 ms, p99 40.0 ms of 30",
                        "settings for new load 31 confirmed, 1 failed",
                        "from the reading p50 12.5 ms, p99 40.0 ms of 30",
                        "from the report p50 - ms, p99 - ms of 0",
                        "from the sending p50 12.5 ms, p99 40.0 ms of 30",
                        "without traffic 60 s: ONOS 0.123 cores, network 0.050; 0 packets sent",
                        "link down lost 36 packets, 10.0 ms of 3 flows; all links 4.0 s after",
                        "ONOS stopped lost 0; all links - s after",
                        "changes of the policy 998 of 1000 accepted in 60.2 s",
                        "answer p50 12.5 ms, p99 40.0 ms of 30",
                        "last one in force 1.5 s after the last answer; lost 0",
                        "first refusal: busy",
                        "match rules: 10000 more answer 150.0 ms; +200000 rules in 40.0 s, 5000 a"
                                + " second",
                        "GET weir/v1/ports p50 12.5 ms, p99 40.0 ms of 30",
                        "packets lost 2 packets, - ms of 1 flows",
                        "match rules: as before answer 90.0 ms; -1000 rules in - s, - a second",
                        "GET weir/v1/ports p50 - ms, p99 - ms of 0",
                        "packets lost 0",
                        "failed: not confirmed");
    }

    @Test
    void whatWasNotReachedIsLeftOpenAndSaid() {
        List<String> lines = SoakTable.lines(failed());

        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).contains("switches 90.0").endsWith("first settings -");
        assertThat(lines.get(2)).isEqualTo("  failed: not all was found");
        JsonNode node = SoakJson.of(failed());
        for (String part : List.of("quiet", "idle", "policyChanges", "classifiers", "programmed")) {
            assertThat(node.path(part).isNull()).as(part).isTrue();
        }
        assertThat(node.at("/foundSeconds/links").isNull()).isTrue();
    }

    @Test
    void programsGetTheSameNumbers() {
        JsonNode node = SoakJson.of(whole());

        assertThat(node.at("/quiet/lostPackets").asLong()).isEqualTo(10);
        assertThat(node.at("/quiet/networkResidentBytes").isNull()).isTrue();
        assertThat(node.at("/quiet/loop/fromReadingMs/p99").asDouble()).isEqualTo(40.0);
        assertThat(node.at("/quiet/loop/fromReportMs/p99").isNull()).isTrue();
        assertThat(node.at("/idle/onosCores").asDouble()).isEqualTo(0.1234);
        assertThat(node.at("/programmed/rulesPerSecond").asDouble()).isEqualTo(160.0);
        assertThat(node.at("/events/0/lostMs").asDouble()).isEqualTo(10.0);
        assertThat(node.at("/events/0/lostFlows").asInt()).isEqualTo(3);
        assertThat(node.at("/policyChanges/accepted").asInt()).isEqualTo(998);
        assertThat(node.at("/policyChanges/answersMs/p50").asDouble()).isEqualTo(12.5);
        assertThat(node.at("/classifiers/installed/rulesPerSecond").asDouble()).isEqualTo(5000);
        assertThat(node.at("/classifiers/restored/rulesPerSecond").isNull()).isTrue();
        assertThat(node.at("/failure").isNull()).isTrue();
    }

    private static SoakReading reading(double seconds, SoakReading.Flow... flows) {
        return new SoakReading(seconds, true, SIZE, true, List.of(flows));
    }

    private static SoakReading.Flow flow(String name, long sent, long lost) {
        return new SoakReading.Flow(name, sent, sent - lost, lost);
    }

    @Test
    void aLossIsMeasuredByTheFlowsThatHaveIt() {
        SoakReading first = reading(10, flow("a", 0, 1), flow("b", 100, 0), flow("c", 0, 0));
        SoakReading second = reading(20, flow("a", 1000, 1), flow("b", 3100, 0), flow("c", 0, 0));
        SoakReading third = reading(30, flow("a", 1500, 21), flow("b", 5000, 0), flow("c", 1, 1));
        Map<String, Double> perSecond = FlowLoss.packetsPerSecond(first, second);

        assertThat(perSecond).containsOnly(entry("a", 100.0), entry("b", 300.0), entry("c", 0.0));
        assertThat(FlowLoss.between(first, second, perSecond)).isEqualTo(NOTHING);
        assertThat(FlowLoss.between(second, third, perSecond))
                .isEqualTo(new FlowLoss(21, 2, 210.0));
        assertThat(FlowLoss.between(second, third, Map.of())).isEqualTo(new FlowLoss(21, 2, null));
        assertThat(FlowLoss.packetsPerSecond(first, first)).isEmpty();
    }

    @Test
    void theLastChangeOfEachClassIsOne() throws IOException {
        JsonNode classes =
                new ObjectMapper().readTree("[{\"name\":\"A\",\"importance\":3},{\"name\":\"C\"}]");

        assertThat(IntStream.range(0, 5).mapToObj(i -> SoakPolicy.Change.of(classes, i, 5)))
                .containsExactly(
                        new SoakPolicy.Change("A", 6),
                        new SoakPolicy.Change("C", 1),
                        new SoakPolicy.Change("A", 3),
                        new SoakPolicy.Change("C", 2),
                        new SoakPolicy.Change("A", 6));
    }

    @Test
    void manyMatchRulesMakeAPolicyThatFitsARequest() throws Exception {
        ObjectNode file =
                (ObjectNode)
                        new ObjectMapper()
                                .readTree(Path.of("../netcfg/leaf-spine/onos.json").toFile());
        ObjectNode policy = (ObjectNode) file.path("apps").path("org.weir.app").path("weir");

        ObjectNode more = SoakPolicy.withRules(policy, SoakPolicy.MOST_CLASSIFIERS);

        List<MatchRule> rules = PolicyReader.read(more, "test").classes().get(2).rules();
        assertThat(rules).hasSize(1 + SoakPolicy.MOST_CLASSIFIERS).doesNotHaveDuplicates();
        assertThat(more.toString().length()).isLessThan(1 << 20);
        assertThat(policy.path("classes").path(2).path("match")).hasSize(1);
    }

    @Test
    void samplesAreReadOnceAndOnlyWhenTheyAreWhole() throws IOException {
        Path file = folder.resolve("samples.jsonl");
        SampleFollower follower = new SampleFollower(file);
        assertThat(follower.read()).isEmpty();

        Files.writeString(
                file,
                "{\"timeSeconds\":5.5,\"onosAnswers\":true,\"devices\":2,\"links\":4,\"hosts\":3,"
                        + "\"resolves\":1,\"flows\":[{\"name\":\"a\",\"sentPackets\":7,\"receivedPackets\":5,\"lostPackets\":2},{\"name\":\"b\",\"sentPackets\":1,\"receivedPackets\":1,\"lostPackets\":0}]}\n"
                        + "{\"timeSec");
        assertThat(follower.read())
                .containsExactly(
                        new SoakReading(
                                5.5,
                                true,
                                new NetworkSize(2, 4, 3),
                                true,
                                List.of(
                                        new SoakReading.Flow("a", 7, 5, 2),
                                        new SoakReading.Flow("b", 1, 1, 0))));
        assertThat(follower.read()).isEmpty();

        Files.writeString(file, "onds\":6.5}\n{\"startSeconds\":3}\n", StandardOpenOption.APPEND);
        assertThat(follower.read()).extracting(SoakReading::timeSeconds).containsExactly(6.5);
    }

    @Test
    void percentilesAreValuesThatWereMeasured() {
        assertThat(Percentiles.of(List.of())).isEqualTo(NO_TIMES);
        assertThat(Percentiles.of(List.of(3.0))).isEqualTo(new Percentiles(1, 3.0, 3.0));
        assertThat(Percentiles.of(List.of(4.0, 1.0, 3.0, 2.0)))
                .isEqualTo(new Percentiles(4, 2.0, 4.0));
    }

    @Test
    void residentMemoryIsTakenFromTheProcessesStatus() {
        assertThat(ProcessLoad.residentBytes("Name:\tjava\nVmRSS:\t  2048 kB\nThreads:\t3\n"))
                .isEqualTo(2048 * 1024);
        assertThat(ProcessLoad.residentBytes("Name:\tkthreadd\n")).isZero();
        assertThat(ProcessLoad.of(List.of(ProcessHandle.current())).cpu()).isPositive();
    }

    @Test
    void largerNetworksOfferLessForEachPair() {
        assertThat(SoakFabric.perFlow(null, SIZE)).isEqualTo("1800000");
        assertThat(SoakFabric.perFlow(null, new NetworkSize(80, 512, 128))).isEqualTo("225000");
        assertThat(SoakFabric.perFlow("1M", SIZE)).isEqualTo("1M");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--k 4,5 | --k: k must be even, not 5",
                "--k 2 | --k: must be at least 4, for a way around what is broken, not 2",
                "--policy-changes -1 | --policy-changes: must be 0 to 100000, not -1",
                "--classifiers 30001 | --classifiers: must be 0 to 30000, not 30001",
                "--policy /nowhere/p.json | /nowhere/p.json: cannot be read: no such file",
                "--out /nowhere/x.json | --out: /nowhere/x.json: cannot be written",
            })
    void badInputIsReportedInOneLineBeforeAnythingStarts(String words, String message) {
        StringWriter errors = new StringWriter();

        int exitCode =
                new CommandLine(new SoakFabric())
                        .setErr(new PrintWriter(errors, true))
                        .execute((words + " --state " + folder.resolve("state")).split(" "));

        assertThat(exitCode).isEqualTo(2);
        assertThat(errors.toString().strip()).isEqualTo(message);
        assertThat(folder.resolve("state")).doesNotExist();
    }
}
