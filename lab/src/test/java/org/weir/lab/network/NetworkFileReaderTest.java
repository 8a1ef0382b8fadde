// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.Sharing;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.link.FramePool;
import org.weir.reaction.targetrate.MessageDefault;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.reaction.targetrate.TargetRateTunable;

class NetworkFileReaderTest {
    private static final Path NETCFG = Path.of("../netcfg");
    private static final Path FIG6 = NETCFG.resolve("pmqecn-fig6/network.json");

    @TempDir Path folder;

    @Test
    void readsFig6() throws Exception {
        NetworkSpec network = NetworkFileReader.read(FIG6);

        assertThat(network.switches()).extracting(SwitchSpec::name).containsExactly("s1", "s2");
        assertThat(network.switches().get(0).grpcAddress()).isEqualTo("127.0.0.1:50001");
        assertThat(network.hosts()).hasSize(5);
        assertThat(network.links()).hasSize(6).allMatch(link -> link.delayNs() == 500_000);
        assertThat(network.flows())
                .extracting(traffic -> traffic.flow().dscp())
                .containsExactly(46, 34, 0);
        assertThat(network.onosFile()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmqecn-fig6", "leaf-spine", "office"})
    void everyNetworkInTheRepositoryIsReadAndFitsTheSchema(String name) throws Exception {
        Path file = NETCFG.resolve(name).resolve("network.json");

        NetworkFileReader.read(file);

        assertThat(schema().validate(new ObjectMapper().readTree(Files.readString(file))))
                .isEmpty();
    }

    @Test
    void aSenderThatGoesToTheTargetRateHasTheTimesOfItsLinesWindow() throws Exception {
        Path file =
                fig6With(
                        "\"kind\": \"target-rate\"", "\"kind\": \"target-rate\", \"margin\": 0.02");
        TargetRateReaction reaction =
                (TargetRateReaction)
                        NetworkFileReader.read(file).flows().get(0).flow().reaction().orElseThrow();
        assertThat(reaction.margin()).isEqualTo(0.02);
        assertThat(reaction.leastBps()).isEqualTo(TargetRateReaction.LEAST_OF_PORT);
        assertThat(reaction.cycleNs()).isEqualTo(100_000_000);
        assertThat(reaction.settleUs()).isEqualTo(80_000);
        assertThat(schema().validate(new ObjectMapper().readTree(Files.readString(file))))
                .isEmpty();
        assertThat(TargetRateTunable.CYCLE_MS.defaultValue(10_000_000_000L))
                .isEqualTo(100.0 * 128 / 32768);
    }

    /** The schema repeats what {@link TargetRateTunable} and {@link MessageDefault} declare. */
    @ParameterizedTest
    @ValueSource(strings = {"target-rate", "messages"})
    void theSchemaHasTheDefaultsAndRangesOfTargetRate(String kind) throws Exception {
        JsonNode fields = null;
        JsonNode schema =
                new ObjectMapper()
                        .readTree(Files.readString(NETCFG.resolve("network.schema.json")));
        for (JsonNode properties : schema.findParents("kind")) {
            if (properties.at("/kind/const").asText().equals(kind)) {
                fields = properties;
            }
        }
        assertThat(fields).isNotNull();
        for (TargetRateTunable one : TargetRateTunable.values()) {
            JsonNode field = fields.path(one.fieldName());
            assertThat(field.path("minimum").asDouble()).as(one.fieldName()).isEqualTo(one.min());
            assertThat(field.path("maximum").asDouble()).as(one.fieldName()).isEqualTo(one.max());
            if (field.has("default")) {
                double normal =
                        kind.equals("messages")
                                ? MessageDefault.of(one, 10_000_000)
                                : one.defaultValue();
                assertThat(field.path("default").asDouble()).as(one.fieldName()).isEqualTo(normal);
            }
        }
    }

    /** A flow that names no reaction has target-rate with its defaults. */
    @Test
    void aFlowWithoutAReactionGoesToItsTargetRate() throws Exception {
        Path file =
                fig6With(
                        "\"repeatMs\": 60000,\n      \"reaction\": {\"kind\": \"target-rate\"}",
                        "\"repeatMs\": 60000");
        List<NetworkSpec.Traffic> flows = NetworkFileReader.read(file).flows();

        assertThat(flows.get(0).flow().reaction().orElseThrow())
                .isEqualTo(flows.get(1).flow().reaction().orElseThrow())
                .isEqualTo(TargetRateReaction.forLine(10_000_000));
    }

    /** Each row: text to replace, replacement, field that the message names, words of the rule. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"seed\": 1 | \"seed\": \"one\" | seed | whole number",
                "\"seed\": 1 | \"sead\": 1 | sead | unknown field",
                "\"deviceId\": 1 | \"deviceId\": -1 | switches[0].deviceId | must be a whole number from 1 to",
                "\"number\": 2, \"rateBps\": 10000000 | \"number\": 2, \"rateBps\": -5"
                        + " | switches[0].ports[1].rateBps | must be a whole number from 1 to",
                "\"ends\": [\"h1\", \"s1:1\"] | \"ends\": \"h1\" | links[0].ends | array",
                "\"delayUs\": 500 | \"delayUs\": -1 | links[0].delayUs | must be a number from 0.0 to",
                "\"mac\": \"00:00:00:00:00:02\" | \"mac\": \"2\" | hosts[1].mac | Ethernet address",
                "\"ipv4\": \"10.0.0.3\" | \"ipv4\": \"10.0.0.300\" | hosts[2].ipv4 | IPv4",
                "\"dscp\": 46 | \"dscp\": 64 | traffic[0].dscp | must be a whole number from 0 to 63",
                "\"atMs\": 0, \"rateBps\": 2000000 | \"atMs\": 0, \"rateBps\": -1"
                        + " | traffic[0].load[0].rateBps | must be a whole number from 0 to",
                "\"kind\": \"target-rate\" | \"kind\": \"tcp\" | traffic[0].reaction.kind"
                        + " | must be one of \"pmqecn\", \"target-rate\", \"messages\", \"share\", \"mixed\", \"none\"",
                "\"kind\": \"target-rate\" | \"kind\": \"pmqecn\", \"margin\": 0.1"
                        + " | traffic[0].reaction.margin | unknown",
                "\"kind\": \"target-rate\" | \"kind\": \"target-rate\", \"increaseBps\": 1"
                        + " | traffic[0].reaction.increaseBps | unknown",
                "\"kind\": \"target-rate\" | \"kind\": \"target-rate\", \"margin\": 2"
                        + " | traffic[0].reaction.margin | must be a number from 0.0 to",
                "\"packetBytes\": 1000 | \"packetBytes\": 1 | traffic[0].packetBytes"
                        + " | must be a whole number from 66 to"
            })
    void whatTheSchemaRefusesIsRefusedWithItsFieldAndRule(
            String text, String replacement, String field, String rule) throws IOException {
        Path file = fig6With(text, replacement);

        assertThatThrownBy(() -> NetworkFileReader.read(file))
                .isInstanceOf(NetworkFileException.class)
                .hasMessageStartingWith(file + ": " + field + ": ")
                .hasMessageContaining(rule)
                .hasMessageNotContaining("\n");
        JsonNode node = new ObjectMapper().readTree(Files.readString(file));
        assertThat(schema().validate(node)).isNotEmpty();
    }

    private static final String PORT = "\"number\": 4, \"rateBps\": 10000000";

    @Test
    void readsHowQueuesAreServed() throws Exception {
        Path file =
                fig6With(
                        PORT,
                        PORT
                                + """
                                , "ratePps": 5000, "sharing": "wrr", "quantumBytes": 9000,
                                "queues": [
                                  {"queue": 0, "weight": 3, "capacityBytes": 90000, "alpha": 0.5},
                                  {"queue": 1, "level": 0, "maxRateBps": 1000000,
                                   "burstBytes": 9, "maxRatePps": 7, "reservedBytes": 2000,
                                   "capacityPackets": 8}],
                                "pfc": {"pauseQuanta": 99, "priorities": [
                                  {"priority": 3},
                                  {"priority": 4, "xoffBytes": 900, "xonBytes": 500,
                                   "headroomBytes": 100}]}""");
        String json = Files.readString(file);
        Files.writeString(file, json.replaceFirst("\"ports\"", "\"bufferBytes\": 3000, \"ports\""));

        SwitchSpec spec = NetworkFileReader.read(file).switches().get(0);

        assertThat(schema().validate(new ObjectMapper().readTree(Files.readString(file))))
                .isEmpty();
        PortTraffic plain = PortTraffic.strict(10_000_000, 256);
        long unlimited = QueueConfig.UNLIMITED;
        assertThat(spec.ports().get(3).traffic())
                .isEqualTo(
                        plain.withRates(10_000_000, 5000)
                                .withSharing(Sharing.WRR, 9000)
                                .withQueue(
                                        0,
                                        new QueueConfig(0, 256)
                                                .withShare(0, 3)
                                                .withCapacity(256, 90_000)
                                                .withBuffer(0, 0.5))
                                .withQueue(
                                        1,
                                        new QueueConfig(
                                                0, 1, 8, unlimited, 1_000_000, 7, 9, 2000, 1))
                                .withPfc(
                                        new PfcConfig(
                                                99,
                                                List.of(
                                                        PfcPriority.obeying(3),
                                                        new PfcPriority(4, 900, 500, 100)))));
        assertThat(spec.ports().get(2).traffic()).isEqualTo(plain);
        SwitchNode node = new SwitchNode(spec, new Engine(Pacing.FREE), new FramePool());
        node.powerOn();
        TrafficControl control = node.device().orElseThrow().traffic();
        assertThat(control.portTraffic(4)).isEqualTo(spec.ports().get(3).traffic());
        assertThat(control.buffer().totalBytes()).isEqualTo(3000);
        assertThat(control.buffer().sharedBytes()).isZero();
    }

    /** Each row: what is added to a port, field that the message names, words of the rule. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"ratePps\": 0 | ratePps | must be a whole number from 1 to 1000000000000, was 0",
                "\"sharing\": \"fifo\" | sharing | must be one of \"wrr\", \"dwrr\"",
                "\"quantumBytes\": 0 | quantumBytes | must be a whole number from 1 to",
                "\"queues\": [{}] | queues[0].queue | is missing",
                "\"queues\": [{\"queue\": 8}] | queues[0].queue | must be a whole number from 0 to 7, was 8",
                "\"queues\": [{\"queue\": 0, \"wait\": 1}] | queues[0].wait | unknown field",
                "\"queues\": [{\"queue\": 0, \"level\": -1}] | queues[0].level | must be a whole number from 0 to 7",
                "\"queues\": [{\"queue\": 0, \"weight\": 0}] | queues[0].weight | must be a whole number from 1 to",
                "\"queues\": [{\"queue\": 0, \"alpha\": 0}] | queues[0].alpha | must be a number from 0.001 to",
                "\"queues\": [{\"queue\": 0, \"capacityBytes\": 0}]"
                        + " | queues[0].capacityBytes | must be a whole number from 1 to",
                "\"queues\": [{\"queue\": 0, \"maxRateBps\": \"1G\"}]"
                        + " | queues[0].maxRateBps | whole number",
                "\"pfc\": {} | pfc.priorities | is missing",
                "\"pfc\": {\"priorities\": []} | pfc.priorities | at least one priority",
                "\"pfc\": {\"priorities\": [{\"priority\": 1}], \"pauseQuanta\": 65536}"
                        + " | pfc.pauseQuanta | must be a whole number from 1 to 65535",
                "\"pfc\": {\"priorities\": [{\"priority\": 1, \"headroomBytes\": 5}]}"
                        + " | pfc.priorities[0].headroomBytes | needs xoffBytes"
            })
    void wrongQueuesAreRefusedBySchemaAndReader(String added, String field, String rule)
            throws IOException {
        Path file = fig6With(PORT, PORT + ", " + added);

        assertThatThrownBy(() -> NetworkFileReader.read(file))
                .hasMessageStartingWith(file + ": switches[0].ports[3]." + field + ": ")
                .hasMessageContaining(rule);
        JsonNode node = new ObjectMapper().readTree(Files.readString(file));
        assertThat(schema().validate(node)).isNotEmpty();
    }

    /** Rules beyond a schema: names used twice and names that nothing bears. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"name\": \"h2\" | \"name\": \"h1\" | hosts[1].name | used twice",
                "\"name\": \"s2\" | \"name\": \"s1\" | switches[1].name | used twice",
                "\"deviceId\": 2 | \"deviceId\": 1 | switches[1].deviceId | already used by s1",
                "127.0.0.1:50002 | 127.0.0.1:50001 | switches[1].grpc | already used by s1",
                "127.0.0.1:50002 | 127.0.0.1:99999 | switches[1].grpc | address and port",
                "\"number\": 2, | \"number\": 1, | switches[0].ports[1].number | already used",
                "\"mac\": \"00:00:00:00:00:02\" | \"mac\": \"00:00:00:00:00:01\""
                        + " | hosts[1].mac | already used by h1",
                "\"ipv4\": \"10.0.0.3\" | \"ipv4\": \"10.0.0.1\" | hosts[2].ipv4 | already used",
                "\"ends\": [\"h1\", \"s1:1\"] | \"ends\": [\"h9\", \"s1:1\"]"
                        + " | links[0].ends[0] | no host or switch is named \"h9\"",
                "\"ends\": [\"h1\", \"s1:1\"] | \"ends\": [\"h1\", \"s1:9\"]"
                        + " | links[0].ends[1] | port of the switch",
                "\"ends\": [\"h1\", \"s1:1\"] | \"ends\": [\"h1\", \"s1:2\"]"
                        + " | links[1].ends[1] | already used",
                "\"from\": \"h1\" | \"from\": \"s1\" | traffic[0].from | no host is named",
                "\"to\": \"h5\" | \"to\": \"h1\" | traffic[0].to | another host",
                "\"atMs\": 30000 | \"atMs\": 15000 | traffic[0].load[2].atMs | later than",
                "\"number\": 4, | \"number\": 4, \"queues\": [{\"queue\": 1}, {\"queue\": 1}],"
                        + " | switches[0].ports[3].queues[1].queue | already used by another",
                "\"number\": 4, | \"number\": 4, \"pfc\": {\"priorities\":"
                        + " [{\"priority\": 1}, {\"priority\": 1}]},"
                        + " | switches[0].ports[3].pfc.priorities[1].priority | already used",
                "\"number\": 4, | \"number\": 4, \"pfc\": {\"priorities\":"
                        + " [{\"priority\": 1, \"xoffBytes\": 5, \"xonBytes\": 5}]},"
                        + " | switches[0].ports[3].pfc.priorities[0].xonBytes | below xoffBytes, 5",
                "\"ports\": [ | \"bufferBytes\": 99, \"ports\": [{\"number\": 9, \"rateBps\": 1,"
                        + " \"capacityPackets\": 1, \"queues\":"
                        + " [{\"queue\": 1, \"reservedBytes\": 100}]},"
                        + " | switches[0].bufferBytes | set aside, 100, not 99",
                "\"onos\": \"onos.json\" | \"onos\": \"absent.json\" | onos | no file"
            })
    void whatContradictsItselfIsRefusedWithItsFieldAndRule(
            String text, String replacement, String field, String rule) throws IOException {
        Path file = fig6With(text, replacement);

        assertThatThrownBy(() -> NetworkFileReader.read(file))
                .isInstanceOf(NetworkFileException.class)
                .hasMessageStartingWith(file + ": " + field + ": ")
                .hasMessageContaining(rule);
    }

    /** Each link of the network of PMQECN's Fig. 6 but h4's is on the only path of a flow. */
    @Test
    void aFlowWithoutAPathIsRefused() throws IOException {
        ObjectNode network = (ObjectNode) new ObjectMapper().readTree(Files.readAllBytes(FIG6));
        network.remove("onos");
        ArrayNode links = (ArrayNode) network.get("links");
        for (int i = 0; i < links.size(); i++) {
            if (links.get(i).toString().contains("\"h4\"")) {
                continue;
            }
            JsonNode link = links.remove(i);
            Path file = Files.writeString(folder.resolve("cut.json"), network.toString());
            assertThatThrownBy(() -> NetworkFileReader.read(file))
                    .hasMessageMatching(
                            ".*cut\\.json: traffic\\[\\d\\]\\.to: no path from h\\d to h5 over the"
                                    + " links");
            links.insert(i, link);
        }
        network.remove("traffic");
        links.removeAll();
        Path idle = Files.writeString(folder.resolve("idle.json"), network.toString());
        assertThatCode(() -> NetworkFileReader.read(idle)).doesNotThrowAnyException();
    }

    @Test
    void whatIsNotJsonIsRefusedWithLineAndColumn() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "{\n \"name\": oops }");

        assertThatThrownBy(() -> NetworkFileReader.read(file))
                .hasMessageStartingWith(file + ": is not JSON: ")
                .hasMessageContaining("(line 2, column ");
        assertThatThrownBy(() -> NetworkFileReader.read(folder.resolve("none.json")))
                .hasMessage(folder.resolve("none.json") + ": cannot be read: no such file");
    }

    private Path fig6With(String text, String replacement) throws IOException {
        String json = Files.readString(FIG6);
        assertThat(json).contains(text.strip());
        Files.writeString(folder.resolve("onos.json"), "{}");
        String changed =
                json.replaceFirst(
                        java.util.regex.Pattern.quote(text.strip()),
                        java.util.regex.Matcher.quoteReplacement(replacement.strip()));
        return Files.writeString(folder.resolve("network.json"), changed);
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(NETCFG.resolve("network.schema.json")));
    }
}
