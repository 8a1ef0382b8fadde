// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;

class OnosFileTest {
    private static final Path NETCFG = Path.of("../netcfg");

    @ParameterizedTest
    @ValueSource(strings = {"pmqecn-fig6", "leaf-spine"})
    void everyConfigurationInTheRepositoryIsValidAndNamesItsNetworksSwitches(String name)
            throws Exception {
        NetworkSpec network = NetworkFileReader.read(NETCFG.resolve(name).resolve("network.json"));
        OnosFile onos = OnosFile.read(network.onosFile().orElseThrow());

        assertThat(onos.addresses().values())
                .containsExactlyElementsOf(
                        network.switches().stream().map(spec -> spec.grpcAddress()).toList());
    }

    @Test
    void anotherPortOfASwitchIsToldToOnosToo() throws Exception {
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
}
