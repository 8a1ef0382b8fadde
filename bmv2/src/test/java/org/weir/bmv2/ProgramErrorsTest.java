// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ProgramException;

/** A program that cannot be run is refused with its place, and the running one runs on. */
class ProgramErrorsTest {

    private static String queues() throws Exception {
        return new String(TestNetwork.program("queues"), StandardCharsets.UTF_8);
    }

    private static void refused(String json, String message) throws Exception {
        TestNetwork network = new TestNetwork(TestNetwork.program("queues"));
        assertThatThrownBy(() -> network.device.loadProgram(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining(message);
        assertThat(network.send(2, "0001")).hasSize(1);
    }

    @Test
    void messagesNameThePlace() throws Exception {
        refused("{", "program: not JSON");
        refused("[]", "program: must be a JSON object");
        refused("{}", "must have one parser in \"parsers\", has 0");
        refused(
                queues().replace("\"header_type\":\"queue_t\"", "\"header_type\":\"nothing_t\""),
                "headers[2].header_type: names a header type that is not declared");
        refused(
                queues().replace("\"op\":\"extract\"", "\"op\":\"exhale\""),
                "\"exhale\" is not supported");
        refused(
                queues().replace("\"op\":\"add_header\"", "\"op\":\"add_tail\""),
                "op: \"add_tail\" is not supported");
        refused(
                queues().replace("\"egress_spec\"", "\"egress_spic\""),
                "standard_metadata has no field egress_spec");
        refused(queues().replace("\"0x01ff\"", "\"0xg\""), "must be a number such as 0x1f");
    }
}
