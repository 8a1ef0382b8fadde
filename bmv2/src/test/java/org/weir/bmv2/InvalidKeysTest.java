// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.extern.Extern;
import org.weir.bmv2.extern.ExternInstance;
import org.weir.bmv2.extern.ExternModules;
import org.weir.bmv2.extern.ExternProvider;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * Keys take the fields of headers that are not valid as zero, whatever wrote to them. Programs are
 * test programs whose ingress ends with a table that sends the packet if a field is zero.
 */
class InvalidKeysTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** An extern whose methods set their second argument to 8. */
    private static final ExternProvider EIGHT =
            new ExternProvider() {
                @Override
                public String type() {
                    return "Total";
                }

                @Override
                public Extern create(ExternInstance instance) {
                    return name -> Optional.of(call -> call.set(1, 8));
                }
            };

    /** Leaves of a program's ingress all but some tables, the last of which asks for a field. */
    private static byte[] asking(
            ObjectNode program, String first, String header, String field, int sendAction)
            throws Exception {
        ObjectNode ingress = (ObjectNode) program.at("/pipelines/0");
        ArrayNode tables = (ArrayNode) ingress.get("tables");
        ObjectNode before = null;
        String sender = null;
        for (JsonNode table : tables) {
            before = table.get("name").asText().equals(first) ? (ObjectNode) table : before;
            sender =
                    table.at("/action_ids/0").asInt() == sendAction
                            ? table.at("/actions/0").asText()
                            : sender;
        }
        ingress.put("init_table", first);
        before.put("base_default_next", "asking");
        ((ObjectNode) before.get("next_tables")).put(before.at("/actions/0").asText(), "asking");
        ObjectNode asking =
                (ObjectNode)
                        MAPPER.readTree(
                                """
                                {"name": "asking", "id": 100, "match_type": "exact",
                                 "key": [{"match_type": "exact", "name": "k",
                                          "target": ["HEADER", "FIELD"], "mask": null}],
                                 "type": "simple", "max_size": 2, "with_counters": false,
                                 "support_timeout": false, "direct_meters": null,
                                 "action_ids": [ACTION], "actions": ["SENDER"],
                                 "base_default_next": null, "next_tables": {"SENDER": null},
                                 "entries": [
                                   {"match_key": [{"match_type": "exact", "key": "0x0"}],
                                    "action_entry": {"action_id": ACTION, "action_data": []},
                                    "priority": 1}]}
                                """
                                        .replace("HEADER", header)
                                        .replace("FIELD", field)
                                        .replace("ACTION", Integer.toString(sendAction))
                                        .replace("SENDER", sender));
        tables.add(asking);
        return MAPPER.writeValueAsBytes(program);
    }

    private static ObjectNode read(String program) throws Exception {
        return (ObjectNode) MAPPER.readTree(TestNetwork.program(program));
    }

    @Test
    void elementsThatAStackLosesAreZero() throws Exception {
        // Pops one label, and asks for labels[1].
        byte[] json = asking(read("parsing"), "tbl_parsing81", "labels[1]", "value", 12);
        TestNetwork network = new TestNetwork(json);
        assertThat(network.send(2, "01" + "0002" + "0005")).hasSize(1);
        assertThat(network.send(2, "01" + "0002" + "0004" + "0007")).isEmpty();
    }

    @Test
    void whatAnExternWritesToAHeaderThatIsNotValidIsZero() throws Exception {
        ObjectNode program = read("externs");
        ((ArrayNode) program.at("/parsers/0/parse_states/0/parser_ops")).removeAll();
        for (JsonNode action : program.get("actions")) {
            if (!List.of("externs46", "externs48").contains(action.get("name").asText())) {
                ((ArrayNode) action.get("primitives")).removeAll();
            }
        }
        byte[] json = asking(program, "tbl_externs48", "op", "total", 5);
        VirtualTimeline timeline = new VirtualTimeline();
        Switch device =
                new Switch(
                        new SwitchConfig("test").withModules(ExternModules.of(List.of(EIGHT))),
                        timeline);
        List<Integer> sent = new ArrayList<>();
        device.attachPort(
                2,
                new PortConfig("port", PortConfig.UNLIMITED, 16),
                (buffer, offset, length) -> sent.add(length));
        device.loadProgram(json);
        device.receive(2, new byte[30]);
        timeline.runUntilIdle(1_000_000);
        assertThat(sent).hasSize(1);
    }
}
