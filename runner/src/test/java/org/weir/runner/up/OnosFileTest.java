// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.policy.PolicyReader;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosFile;
import org.weir.runner.onos.OnosPorts;

class OnosFileTest {
    private static final Path NETCFG = Path.of("../netcfg");

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"pmqecn-fig6", "leaf-spine", "office"})
    void everyConfigurationInTheRepositoryIsValidAndNamesItsNetworksSwitches(String name)
            throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve(name).resolve("network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());

        assertThat(onos.addresses().values())
                .containsExactlyElementsOf(
                        network.switches().stream().map(spec -> spec.grpcAddress()).toList());
    }

    @Test
    void anotherPortOfASwitchIsGivenToOnosToo() throws Exception {
        NetworkSpec written = NetworkFileReader.read(NETCFG.resolve("pmqecn-fig6/network.json"));
        OnosFile onos = OnosFile.read(written.onosFile().orElseThrow());
        PortOverrides overrides = PortOverrides.parse(Map.of("s2", "6000"), written);

        JsonNode sent = new ObjectMapper().readTree(overrides.applyTo(onos, written).toJson());

        assertThat(overrides.applyTo(written).switches().get(1).grpcPort()).isEqualTo(6000);
        assertThat(sent.at("/devices/device:s2/basic/managementAddress").asText())
                .isEqualTo("grpc://127.0.0.1:6000?device_id=2");
        assertThat(sent.at("/devices/device:s1/basic/managementAddress").asText())
                .isEqualTo("grpc://127.0.0.1:50001?device_id=1");
        assertThat(overrides.onosPorts()).isEqualTo(OnosPorts.DEFAULT);
    }

    @Test
    void simulatedHostsHaveAgentsAndTheirDscpIsTrustedUnlessThePolicySaysOtherwise()
            throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve("pmqecn-fig6/network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());
        ObjectMapper mapper = new ObjectMapper();
        String policy = "/apps/org.weir.app/weir";

        JsonNode simulated = mapper.readTree(onos.withEdge(network.hosts()).toJson()).at(policy);
        assertThat(simulated.get("agents")).hasSize(10);
        assertThat(simulated.at("/agents/0").asText()).isEqualTo("10.0.0.1");
        assertThat(simulated.at("/port/edge/dscp").asText()).isEqualTo("trust");
        assertThat(PolicyReader.read(simulated, "sent").hasAgent(new byte[] {10, 0, 0, 5}))
                .isTrue();

        JsonNode strangers = mapper.readTree(onos.withEdge(List.of()).toJson()).at(policy);
        assertThat(strangers.get("agents")).isEmpty();

        Path own = folder.resolve("onos.json");
        Files.writeString(
                own,
                onos.toJson()
                        .replace(
                                "\"port\":{",
                                "\"agents\":[\"10.9.9.9\"],\"port\":{\"edge\":{\"dscp\":\"drop\"},"));
        JsonNode stated =
                mapper.readTree(OnosFile.read(own).withEdge(network.hosts()).toJson()).at(policy);
        assertThat(stated.get("agents")).hasSize(1);
        assertThat(stated.at("/port/edge/dscp").asText()).isEqualTo("drop");
    }

    @Test
    void aSwitchThatCannotReportItsPortsHasThemGivenToOnos() throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve("pmqecn-fig6/network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());

        JsonNode devices =
                new ObjectMapper().readTree(onos.withPorts(network).toJson()).at("/devices");

        assertThat(devices.at("/device:s1/ports").fieldNames())
                .toIterable()
                .containsExactly("1", "2", "3", "4");
        assertThat(devices.at("/device:s2/ports/3"))
                .isEqualTo(
                        new ObjectMapper()
                                .readTree(
                                        """
                                        {"number": 3, "name": "s2-eth3", "enabled": true,
                                         "removed": false, "type": "copper", "speed": 10}
                                        """));
        assertThat(devices.at("/device:s2/basic/driver").asText()).isEqualTo("bmv2");
        assertThat(onos.toJson()).doesNotContain("\"ports\"");
    }

    /** The file for a stock ONOS has all fields that {@code ./weir up} adds for its own ONOS. */
    @Test
    void theConfigurationForAStockOnosIsComplete() throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve("pmqecn-fig6/network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());
        OnosFile stock = OnosFile.read(NETCFG.resolve("stock-onos/onos.json"));
        String complete =
                onos.withPorts(network)
                        .withEdge(network.hosts())
                        .toJson()
                        .replace("\"bmv2\"", "\"stratum-bmv2\"")
                        .replace("fd00:0:0:0:0:0:0:", "fd00::");
        ObjectMapper mapper = new ObjectMapper();

        assertThat(mapper.readTree(stock.toJson())).isEqualTo(mapper.readTree(complete));
    }

    @Test
    void aTofinoHasItsProgramItsDriverAndItsBfRuntime() throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve("tofino-model/network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());

        JsonNode s1 =
                new ObjectMapper()
                        .readTree(
                                onos.withTofino(
                                                "org.weir.t2na",
                                                Map.of("127.0.0.1:50001", "grpc://127.0.0.1:7"))
                                        .toJson())
                        .at("/devices/device:s1");

        assertThat(s1.at("/basic/driver").asText()).isEqualTo("stratum-tofino");
        assertThat(s1.at("/basic/pipeconf").asText()).isEqualTo("org.weir.t2na");
        assertThat(s1.at("/weir/bfrt").asText()).isEqualTo("grpc://127.0.0.1:7");
        assertThat(s1.at("/weir/virtualQueues/0").asInt()).isEqualTo(11);
    }

    @Test
    void aRateThatOnosCannotStoreIsRefused() throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve("pmqecn-fig6/network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());
        SwitchSpec first = network.switches().get(0);
        SwitchSpec slow =
                new SwitchSpec(
                        first.name(),
                        first.deviceId(),
                        first.grpcHost(),
                        first.grpcPort(),
                        List.of(new SwitchSpec.PortSpec(1, "s1-1", 1_500_000, 256)));

        assertThatThrownBy(() -> onos.withPorts(network.withSwitches(List.of(slow))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("s1: port 1: rateBps: must be whole Mb/s")
                .hasMessageContaining("1500000");
    }
}
