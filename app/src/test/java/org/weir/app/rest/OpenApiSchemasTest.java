// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.QueueForecasts;
import org.weir.app.json.AgentJson;
import org.weir.app.json.AlertJson;
import org.weir.app.json.ChangeJson;
import org.weir.app.json.ClassifierJson;
import org.weir.app.json.DecisionJson;
import org.weir.app.json.DeviceJson;
import org.weir.app.json.EventJson;
import org.weir.app.json.FlowJson;
import org.weir.app.json.FreezeJson;
import org.weir.app.json.HistoryJson;
import org.weir.app.json.HostJson;
import org.weir.app.json.LoopJson;
import org.weir.app.json.NodeJson;
import org.weir.app.json.PortJson;
import org.weir.app.json.RouteJson;
import org.weir.app.json.WebhookJson;
import org.weir.app.plan.PlannedPort;
import org.weir.app.plan.Simulation;
import org.weir.app.rest.list.PortQueue;
import org.weir.app.shape.JsonShape;
import org.weir.rules.ChecksGeneratedFile;
import org.weir.rules.GeneratedFile;

/**
 * The schemas of {@code docs/openapi.json}: those of answers are generated from their declarations,
 * those of the policy from {@code netcfg/policy.schema.json}. Paths and descriptions of operations
 * are written by hand.
 */
@ChecksGeneratedFile
class OpenApiSchemasTest {

    private static final Path FILE = Path.of("../docs/openapi.json");

    private static final List<JsonShape<?>> DECLARED = declared();

    private static List<JsonShape<?>> declared() {
        List<JsonShape<?>> shapes =
                new ArrayList<>(
                        List.of(
                                PortJson.PORT,
                                PortJson.SCHEDULING,
                                PortJson.AQM,
                                PortJson.QUEUE,
                                PortQueue.SHAPE,
                                QueueForecasts.SHAPE,
                                PortJson.PORT_SETTINGS,
                                PortJson.QUEUE_SETTINGS,
                                DeviceJson.DEVICE,
                                DeviceJson.DROPS,
                                NodeJson.NODE,
                                NodeJson.CONTROLLED,
                                AgentJson.AGENT,
                                ClassifierJson.CLASSIFIER,
                                HostJson.HOST,
                                RouteJson.ROUTE,
                                FlowJson.FLOW,
                                HistoryJson.POINT,
                                HostJson.ADDRESS,
                                LoopJson.LOOP,
                                LoopJson.TIMES,
                                AlertJson.ALERT,
                                AlertJson.GROUP,
                                EventJson.EVENT,
                                EventJson.ALERT,
                                WebhookJson.WEBHOOK,
                                DecisionJson.REPORT,
                                DecisionJson.DECISION,
                                ChangeJson.DIFFERENCE,
                                ChangeJson.VERSION,
                                ChangeJson.VERSION_DETAIL,
                                ChangeJson.PLAN_SUMMARY,
                                ChangeJson.PLAN,
                                ChangeJson.CANARY,
                                ChangeJson.CANARY_PORT,
                                FreezeJson.STATE,
                                FreezeJson.ENTRY));
        shapes.addAll(PlannedPort.shapes());
        shapes.addAll(Simulation.shapes());
        return shapes;
    }

    @Test
    void schemasAreThoseThatAreDeclared() throws IOException {
        new GeneratedFile(FILE, getClass()).check(withDeclaredSchemas());
    }

    /** The file with the schemas of all declared shapes in place of those that it has. */
    private static String withDeclaredSchemas() throws IOException {
        JsonNode file = new ObjectMapper().readTree(FILE.toFile());
        ObjectNode schemas = (ObjectNode) file.path("components").path("schemas");
        for (JsonShape<?> shape : DECLARED) {
            schemas.set(shape.name(), shape.schema());
        }
        PolicySchemas.all().forEach(schemas::set);
        return new ObjectMapper().writer(new Layout()).writeValueAsString(file) + "\n";
    }

    /** Two spaces for each level, a line for each element. */
    private static final class Layout extends DefaultPrettyPrinter {
        private static final long serialVersionUID = 1;

        Layout() {
            DefaultIndenter lines = new DefaultIndenter("  ", "\n");
            indentObjectsWith(lines);
            indentArraysWith(lines);
        }

        @Override
        public DefaultPrettyPrinter createInstance() {
            return new Layout();
        }

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator out) throws IOException {
            out.writeRaw(": ");
        }

        @Override
        public void writeEndArray(JsonGenerator out, int values) throws IOException {
            if (values > 0) {
                super.writeEndArray(out, values);
            } else {
                _nesting--;
                out.writeRaw(']');
            }
        }

        @Override
        public void writeEndObject(JsonGenerator out, int fields) throws IOException {
            if (fields > 0) {
                super.writeEndObject(out, fields);
            } else {
                _nesting--;
                out.writeRaw('}');
            }
        }
    }
}
