// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.InvalidFieldException;

/** Fields that netcfg may have about a switch, by ONOS's own configuration and by the schema. */
class DeviceAccessConfigTest {

    private static final Path NETCFG = Paths.get("../netcfg");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static DeviceAccessConfig config(JsonNode node) {
        DeviceAccessConfig config = new DeviceAccessConfig();
        config.init(DeviceId.deviceId("device:leaf1"), "weir", node, JSON, changed -> {});
        return config;
    }

    private static boolean schemaTakes(JsonNode node) throws IOException {
        byte[] text = Files.readAllBytes(NETCFG.resolve("device.schema.json"));
        JsonSchema schema =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                        .getSchema(JSON.readTree(text));
        return schema.validate(node).isEmpty();
    }

    @Test
    void theExampleIsValid() throws IOException {
        byte[] text = Files.readAllBytes(NETCFG.resolve("tofino/onos.json"));
        JsonNode weir = JSON.readTree(text).at("/devices/device:leaf1/weir");
        assertThat(schemaTakes(weir)).isTrue();
        assertThat(config(weir).isValid()).isTrue();
        assertThat(config(weir).cpuPort()).contains(192);
        assertThat(config(weir).access())
                .hasToString("Optional[grpc://10.0.0.11:50052?device_id=0]");
    }

    @Test
    void aCpuPortAloneNeedsNoServer() throws IOException {
        JsonNode node = JSON.readTree("{\"cpuPort\": 320}");
        assertThat(config(node).isValid()).isTrue();
        assertThat(config(node).access()).isEmpty();
        assertThat(schemaTakes(node)).isTrue();
    }

    @Test
    void virtualQueuesAloneNeedNoServer() throws IOException {
        JsonNode node = JSON.readTree("{\"virtualQueues\": [8, 4]}");
        assertThat(config(node).access()).isEmpty();
        assertThat(config(node).virtualQueues()).containsExactly(4L, 8L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'bfrt': 'grpc://h'} | | ",
                "{'bfrt': 'grpc://[::1]:9?client_id=5&device_id=1', 'devPorts': {'1': 0}} | | ",
                "{} | bfrt | schema",
                "{'bfrt': 'h:50052'} | bfrt | schema",
                "{'bfrt': 'grpc://h:50052/x'} | bfrt | schema",
                "{'bfrt': 'grpc://h?pipe=0'} | bfrt | schema",
                "{'bfrt': 'grpc://h:70000'} | bfrt | ",
                "{'bfrt': 'grpc://h?device_id=256'} | bfrt | ",
                "{'bfrt': 5} | bfrt | schema",
                "{'cpuPort': 512} | cpuPort | schema",
                "{'cpuPort': '64'} | cpuPort | schema",
                "{'cpuPort': 64, 'devPorts': {'1': 4}} | bfrt | schema",
                "{'virtualQueues': [1, 511]} | | ",
                "{'virtualQueues': []} | | ",
                "{'bfrt': 'grpc://h', 'virtualQueues': [4]} | | ",
                "{'virtualQueues': [0]} | virtualQueues | schema",
                "{'virtualQueues': [512]} | virtualQueues | schema",
                "{'virtualQueues': [4, 4]} | virtualQueues | schema",
                "{'virtualQueues': [1.5]} | virtualQueues | schema",
                "{'virtualQueues': 4} | virtualQueues | schema",
                "{'virtualQueues': {'4': 4}} | virtualQueues | schema",
                "{'virtualQueues': [4], 'devPorts': {'1': 4}} | bfrt | schema",
                "{'bfrt': 'grpc://h', 'devPorts': {'0': 4}} | devPorts.0 | schema",
                "{'bfrt': 'grpc://h', 'devPorts': {'1': 512}} | devPorts.1 | schema",
                "{'bfrt': 'grpc://h', 'devPorts': {'1': 4, '2': 4}} | devPorts.2 | ",
                "{'bfrt': 'grpc://h', 'server': 1} | server | schema",
            })
    void readerAndSchemaAgree(String text, String field, String refusedBySchemaToo)
            throws IOException {
        JsonNode node = JSON.readTree(text.replace('\'', '"'));
        InvalidFieldException refusal =
                catchThrowableOfType(() -> config(node).isValid(), InvalidFieldException.class);
        assertThat(refusal == null ? null : refusal.field()).isEqualTo(field);
        assertThat(schemaTakes(node)).isEqualTo(refusedBySchemaToo == null);
    }
}
