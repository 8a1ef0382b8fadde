// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.policy.PolicyException;

/**
 * The schema of a switch's description accepts and refuses the same as the reader, as far as a
 * schema can.
 */
class ChassisSchemaTest {
    private static final Path NETCFG = Paths.get("../netcfg");

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean schemaTakes(JsonNode node) throws IOException {
        byte[] text = Files.readAllBytes(NETCFG.resolve("chassis.schema.json"));
        JsonSchema schema =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                        .getSchema(new ObjectMapper().readTree(text));
        return schema.validate(node).isEmpty();
    }

    @Test
    void theExampleIsValid() throws IOException {
        JsonNode example =
                new ObjectMapper()
                        .readTree(Files.readAllBytes(NETCFG.resolve("tofino/chassis.json")));
        assertThat(schemaTakes(example)).isTrue();
        for (Asic asic : Asic.values()) {
            assertThat(SwitchDescription.read(example, "chassis.json", asic).ports()).hasSize(4);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`'id': 1, 'connector': 1, 'speedBps': 10000000000` | | ",
                "`'id': 511, 'connector': 1024, 'channel': 4, 'speedBps': 100000000000,"
                        + " 'mtu': 10240, 'fec': 'auto', 'autoneg': 'off'` | | ",
                "`'connector': 1, 'speedBps': 10000000000` | ports[0].id | schema",
                "`'id': 0, 'connector': 1, 'speedBps': 10000000000` | ports[0].id | schema",
                "`'id': 512, 'connector': 1, 'speedBps': 10000000000` | ports[0].id | schema",
                "`'id': 1, 'speedBps': 10000000000` | ports[0].connector | schema",
                "`'id': 1, 'connector': 1` | ports[0].speedBps | schema",
                "`'id': 1, 'connector': 1, 'speedBps': 1000000000` | ports[0].speedBps | schema",
                "`'id': 1, 'connector': 1, 'speedBps': 400000000000` | ports[0].speedBps | ",
                "`'id': 1, 'connector': 1, 'channel': 5, 'speedBps': 10000000000`"
                        + " | ports[0].channel | ",
                "`'id': 1, 'connector': 1, 'channel': 9, 'speedBps': 10000000000`"
                        + " | ports[0].channel | schema",
                "`'id': 1, 'connector': 1, 'speedBps': 10000000000, 'mtu': 1499`"
                        + " | ports[0].mtu | schema",
                "`'id': 1, 'connector': 1, 'speedBps': 10000000000, 'fec': 'rs'`"
                        + " | ports[0].fec | schema",
                "`'id': 1, 'connector': 1, 'speedBps': 10000000000, 'autoneg': true`"
                        + " | ports[0].autoneg | schema",
                "`'id': 1, 'connector': 1, 'speedBps': 10000000000, 'lanes': 4`"
                        + " | ports[0].lanes | schema",
            })
    void readerAndSchemaAgree(String port, String field, String refusedBySchemaToo)
            throws IOException {
        agree(
                "'name': 'leaf1', 'device': 'd', 'ports': [{" + port + "}]",
                field,
                refusedBySchemaToo);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`'device': 'd'` | name | schema",
                "`'name': '', 'device': 'd'` | name | schema",
                "`'name': 'leaf1'` | device | schema",
                "`'name': 'leaf1', 'device': 'd', 'bufferCells': 1023` | bufferCells | schema",
                "`'name': 'leaf1', 'device': 'd', 'buffer': 1` | buffer | schema",
            })
    void alsoOfTheSwitch(String fields, String field, String refusedBySchemaToo)
            throws IOException {
        agree(
                fields + ", 'ports': [{'id': 1, 'connector': 1, 'speedBps': 10000000000}]",
                field,
                refusedBySchemaToo);
    }

    @Test
    void aSwitchHasPorts() throws IOException {
        agree("'name': 'leaf1', 'device': 'd', 'ports': []", "ports", "schema");
    }

    private static void agree(String fields, String field, String refusedBySchemaToo)
            throws IOException {
        JsonNode node = json("{" + fields + "}");
        PolicyException refusal =
                catchThrowableOfType(
                        () -> SwitchDescription.read(node, "here", Asic.TOFINO),
                        PolicyException.class);
        assertThat(refusal == null ? null : refusal.field()).isEqualTo(field);
        assertThat(schemaTakes(node)).isEqualTo(refusedBySchemaToo == null);
    }
}
