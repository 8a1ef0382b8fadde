// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.cli.GeneratorOptions;
import org.weir.lab.network.NetworkSpec;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosFile;
import picocli.CommandLine;

/** {@code weir up --generate}: the network of its options, and the options that it refuses. */
class GeneratedNetworkTest {
    private static final Path POLICY = Path.of("../netcfg/leaf-spine/onos.json");
    private static final long SEED = 7;

    @TempDir Path folder;

    private static GeneratorOptions words(String... words) {
        return CommandLine.populateCommand(new GeneratorOptions(), words);
    }

    private static NetworkSpec fatTree() throws InputException {
        return GeneratedNetwork.create(
                words("--generate", "fat-tree:4", "--rate", "100M", "--per-flow", "1800k"),
                OnosFile.read(POLICY).markedClasses(),
                SEED);
    }

    @Test
    void everyPairHasAFlowOfEachClassWhichShareItsRateAsOneToTwoToThree() throws Exception {
        NetworkSpec network = fatTree();

        assertThat(network.switches()).hasSize(20);
        assertThat(network.hosts()).hasSize(16);
        assertThat(NetworkSize.of(network)).isEqualTo(new NetworkSize(20, 64, 16));
        assertThat(network.flows()).hasSize(48);
        Map<String, List<Long>> rates =
                network.flows().stream()
                        .map(NetworkSpec.Traffic::flow)
                        .collect(
                                Collectors.groupingBy(
                                        flow -> flow.className(),
                                        TreeMap::new,
                                        Collectors.mapping(
                                                flow -> flow.load().rateAt(0),
                                                Collectors.toList())));
        assertThat(rates.keySet()).containsExactly("A", "B", "C");
        assertThat(rates.get("A")).hasSize(16).containsOnly(300_000L);
        assertThat(rates.get("B")).hasSize(16).containsOnly(600_000L);
        assertThat(rates.get("C")).hasSize(16).containsOnly(900_000L);
        assertThat(network.flows().stream().map(t -> t.flow().name()).distinct()).hasSize(48);
    }

    @Test
    void onosGetsEverySwitchAndTheCapacityOfAQueue() throws Exception {
        NetworkSpec network = fatTree();

        OnosFile onos = OnosFile.read(POLICY).forNetwork(network, 64);
        JsonNode sent = new ObjectMapper().readTree(onos.toJson());

        assertThat(onos.addresses()).hasSize(20);
        assertThat(sent.path("devices")).hasSize(20);
        JsonNode edge = sent.path("devices").path("device:edge1").path("basic");
        assertThat(edge.path("managementAddress").asText())
                .isEqualTo(
                        "grpc://"
                                + network.switches().get(0).grpcAddress()
                                + "?device_id="
                                + network.switches().get(0).deviceId());
        assertThat(edge.path("driver").asText()).isEqualTo("bmv2");
        assertThat(edge.path("pipeconf").asText()).isEqualTo("org.weir.v1model");
        JsonNode weir = sent.path("apps").path("org.weir.app").path("weir");
        assertThat(weir.path("port").path("capacityPackets").asInt()).isEqualTo(64);
        assertThat(weir.path("classes")).hasSize(3);
    }

    private String refusal(List<String> words) {
        List<String> arguments = new ArrayList<>(words);
        arguments.addAll(List.of("--no-onos", "--for", "1s"));
        arguments.addAll(List.of("--state", folder.resolve("state").toString()));
        StringWriter errors = new StringWriter();
        int exitCode =
                new CommandLine(new Up())
                        .setErr(new PrintWriter(errors, true))
                        .execute(arguments.toArray(new String[0]));
        assertThat(exitCode).isEqualTo(2);
        return errors.toString().strip();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seed 3 | --seed: needs --generate, the network to make",
                "--policy x.json | --policy: needs --generate, the network to make",
                "--per-flow 1M | --per-flow needs --generate, the network to make",
                "--generate fat-tree:4 --topology x.json"
                        + " | --generate and --topology exclude each other: give one",
                "--generate fat-tree:4 --sizes hadoop"
                        + " | --sizes: is for lab network only; weir up sends flows",
                "--generate fat-tree:3 | --generate fat-tree:3: k must be even, not 3",
                "--generate ring:3 | --generate must be dumbbell:HOSTS_PER_SIDE, leaf-spine:LEAVES,"
                        + "SPINES,HOSTS_PER_LEAF or fat-tree:K, not \"ring:3\"",
                "--generate fat-tree:4 --rate fast"
                        + " | --rate must be 1k to 1000G bit/s, such as 10G, 2.5G or 100M, not"
                        + " \"fast\"",
            })
    void wordsThatDoNotMakeANetworkAreRefusedInOneLine(String words, String message) {
        List<String> given = new ArrayList<>(List.of(words.split(" ")));
        if (words.contains("--generate")) {
            given.addAll(List.of("--policy", POLICY.toString()));
        }

        assertThat(refusal(given)).isEqualTo(message);
    }
}
