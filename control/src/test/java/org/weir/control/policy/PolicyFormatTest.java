// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;
import org.weir.control.tuning.Tunable;

/** Policies of former formats are read as the same policies of the present one. */
class PolicyFormatTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ObjectNode policy(String fields) throws IOException {
        String json = "{" + fields + "'classes':[{'name':'A'}]}";
        return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    }

    private static double usualPacketBytes(JsonNode policy) {
        return PolicyReader.read(policy, "test").tuning().get(Tunable.USUAL_PACKET_BYTES);
    }

    @Test
    void formatOneNamesTheUsualPacketLengthPacketBytes() throws IOException {
        ObjectNode stated = policy("'version':1,'tunables':{'packetBytes':700},");
        ObjectNode without = policy("'tunables':{'packetBytes':700},");
        for (ObjectNode old : new ObjectNode[] {stated, without}) {
            ObjectNode before = old.deepCopy();
            assertThat(PolicyFormat.migrate(old, "test"))
                    .isEqualTo(policy("'version':2,'tunables':{'usualPacketBytes':700},"));
            assertThat(usualPacketBytes(old)).isEqualTo(700);
            assertThat(old).as("the policy that was given").isEqualTo(before);
        }
        assertThatThrownBy(
                        () -> usualPacketBytes(policy("'version':2,'tunables':{'packetBytes':7},")))
                .hasMessageStartingWith("test: tunables.packetBytes: unknown field");
        assertThatThrownBy(() -> usualPacketBytes(policy("'tunables':{'packetBytes':7},")))
                .hasMessageStartingWith("test: tunables.usualPacketBytes: must be");
    }

    /** Whoever does not state the format may already use the present names. */
    @Test
    void policyWithoutTheFieldIsReadAsThatWithIt() throws IOException {
        ObjectNode without = policy("'tunables':{'usualPacketBytes':700},");
        ObjectNode with = without.deepCopy().put("version", PolicyFormat.PRESENT);
        assertThat(PolicyReader.read(without, "test")).isEqualTo(PolicyReader.read(with, "test"));
        assertThat(PolicyFormat.migrate(with, "test")).isSameAs(with);
        assertThat(PolicyFormat.migrate(without, "test")).isEqualTo(with);
    }

    @Test
    void unknownFormatIsRefusedAndNamed() throws IOException {
        ObjectNode newer = policy("'version':" + (PolicyFormat.PRESENT + 1) + ",");
        assertThatThrownBy(() -> PolicyReader.read(newer, "netcfg"))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.field()).isEqualTo("version"))
                .hasMessage("netcfg: version: is 3; this Weir reads policies of version 1 to 2");
        assertThat(PolicyFormat.present(newer)).isSameAs(newer);
        for (String bad : new String[] {"0", "-1", "1.5", "'2'", "null", "[]"}) {
            assertThatThrownBy(() -> PolicyReader.read(policy("'version':" + bad + ","), "t"))
                    .as(bad)
                    .hasMessageStartingWith("t: version: must be a whole number");
        }
    }

    /** The schema describes the present format; its highest version is that of the reader. */
    @Test
    void schemaHasThePresentFormat() throws IOException {
        JsonNode version =
                JSON.readTree(Paths.get("../netcfg/policy.schema.json").toFile())
                        .path("properties")
                        .path("version");
        assertThat(version.path("maximum").asInt()).isEqualTo(PolicyFormat.PRESENT);
        assertThat(version.path("minimum").asInt()).isEqualTo(PolicyFormat.FIRST);
        assertThat(version.path("default").asInt()).isEqualTo(PolicyFormat.FIRST);
    }
}
