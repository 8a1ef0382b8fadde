// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.rules.ChecksGeneratedFile;
import org.weir.rules.GeneratedFile;

/**
 * {@code docs/policy.md} is printed from {@code netcfg/policy.schema.json}, whose fields, defaults,
 * ranges and examples are those of {@link PolicyReader}.
 */
@ChecksGeneratedFile
class PolicyReferenceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KNOWN = "unknown field; known are ";

    /**
     * A policy with each object that has fields, and with few fields in each. It states the
     * capacity, because a policy that states the default differs from one that leaves it out.
     */
    private static final String SAMPLE =
            "{'classes':[{'name':'voice','targets':{},'match':[{'protocol':'udp','device':'d'}]},"
                    + "{'name':'bulk'}],'port':{'capacityPackets':256},'ports':[{'device':'d','port':1,'edge':{}},"
                    + "{'device':'d','port':2,'aqm':{'scheme':'rpm'}},"
                    + "{'device':'d','port':3,'aqm':{'scheme':'abc'}}],"
                    + "'routes':[{'prefix':'198.51.100.0/24','nextHop':'10.0.0.254'}],"
                    + "'activity':{'users':[{'prefix':'10.0.0.0/8','device':'d','port':3}]}}";

    private static JsonNode schema;

    @BeforeAll
    static void readSchema() throws IOException {
        schema = JSON.readTree(Path.of("../netcfg/policy.schema.json").toFile());
    }

    @Test
    void thePageIsTheSchema() {
        new GeneratedFile(Path.of("../docs/policy.md"), getClass())
                .check(new PolicyReference(schema).page());
    }

    @ParameterizedTest
    @EnumSource
    void theFieldsAreThoseOfTheReader(PolicySection section) {
        String rule = refusal(with(section, "other", IntNode.valueOf(0))).rule();
        assertThat(rule).startsWith(KNOWN);
        List<String> names = new ArrayList<>();
        section.in(schema).get("properties").fieldNames().forEachRemaining(names::add);
        List<String> known = List.of(rule.substring(KNOWN.length()).split(", "));
        if (section.place().endsWith("/aqm")) {
            // The reader names the fields of all schemes.
            assertThat(known).containsAll(names);
        } else {
            assertThat(known).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDefaultsAreThoseOfTheReader(PolicySection section) throws IOException {
        Policy without = PolicyReader.read(sample(), "t");
        section.in(schema)
                .get("properties")
                .fields()
                .forEachRemaining(
                        field -> {
                            if (field.getValue().has("default")) {
                                JsonNode normal = field.getValue().get("default");
                                ObjectNode stated = with(section, field.getKey(), normal);
                                assertThat(PolicyReader.read(stated, "t"))
                                        .as(section + " " + field.getKey())
                                        .isEqualTo(without);
                            }
                        });
    }

    @Test
    void theDefaultCapacityIsThePolicys() {
        assertThat(schema.at("/properties/port/properties/capacityPackets/default").intValue())
                .isEqualTo(Policy.DEFAULT_CAPACITY_PACKETS);
    }

    @ParameterizedTest
    @EnumSource
    void theExamplesAreValid(PolicySection section) {
        section.in(schema)
                .get("properties")
                .fields()
                .forEachRemaining(
                        field -> {
                            for (JsonNode example : field.getValue().path("examples")) {
                                ObjectNode policy = with(section, field.getKey(), example);
                                assertThat(
                                                JsonSchemaFactory.getInstance(
                                                                SpecVersion.VersionFlag.V7)
                                                        .getSchema(schema)
                                                        .validate(policy))
                                        .isEmpty();
                                assertThat(PolicyReader.read(policy, "t").classes()).hasSize(2);
                            }
                        });
    }

    @ParameterizedTest
    @EnumSource
    void theRangesAreThoseOfTheReader(PolicySection section) {
        section.in(schema)
                .get("properties")
                .fields()
                .forEachRemaining(field -> checkRange(section, field.getKey(), field.getValue()));
    }

    private static void checkRange(PolicySection section, String name, JsonNode field) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (field.has("minimum") && !name.equals(PolicyFormat.FIELD)) {
            String from = field.get("minimum").asText();
            boolean hasMaximum = field.has("maximum");
            String range =
                    hasMaximum
                            ? "from " + from + " to " + field.get("maximum").asText()
                            : "at least " + from;
            double less = Double.parseDouble(from) - 1;
            checkRefused(section, name, nodes.numberNode((long) Math.floor(less)), range);
            if (hasMaximum) {
                long more = field.get("maximum").longValue() + 1;
                checkRefused(section, name, nodes.numberNode(more), range);
            }
        }
        if (field.has("exclusiveMinimum")) {
            checkRefused(section, name, nodes.numberNode(0), "above 0");
        }
        if (field.path("enum").path(0).isTextual()) {
            List<String> words = new ArrayList<>();
            field.get("enum").forEach(word -> words.add(word.asText()));
            String all = "must be one of \"" + String.join("\", \"", words) + "\"";
            checkRefused(section, name, nodes.textNode("other"), all);
        }
    }

    private static void checkRefused(
            PolicySection section, String name, JsonNode value, String rule) {
        ObjectNode policy = with(section, name, value);
        // The least capacity depends on the number of classes.
        ((ArrayNode) policy.get("classes")).remove(1);
        PolicyException refusal = refusal(policy);
        assertThat(refusal.field()).endsWith(name);
        assertThat(refusal.rule()).contains(rule);
    }

    /** So one table has the fields of {@code port.edge} and those of {@code ports[].edge}. */
    @Test
    void objectsOfAllPortsHaveTheFieldsOfOne() {
        JsonNode definitions = schema.get("definitions");
        checkSame(definitions.get("edge"), PolicySection.EDGE, "leadsTo");
        checkSame(definitions.get("rpm"), PolicySection.RPM, "ackPorts");
        ObjectNode codel = definitions.get("codel").get("properties").deepCopy();
        codel.remove("scheme");
        codel.fields()
                .forEachRemaining(
                        field ->
                                assertThat(field.getValue())
                                        .isEqualTo(
                                                definitions.at(
                                                        "/rpm/properties/" + field.getKey())));
    }

    private static void checkSame(JsonNode ofAll, PolicySection ofOne, String... others) {
        ObjectNode properties = ofOne.in(schema).get("properties").deepCopy();
        ObjectNode expected = ofAll.get("properties").deepCopy();
        assertThat(properties.remove(List.of(others))).isEqualTo(expected.remove(List.of(others)));
    }

    private static PolicyException refusal(ObjectNode policy) {
        PolicyException refusal =
                catchThrowableOfType(
                        PolicyException.class, () -> PolicyReader.read(policy, "test"));
        assertThat(refusal).as(policy.toString()).isNotNull();
        return refusal;
    }

    private static ObjectNode sample() throws IOException {
        return (ObjectNode) JSON.readTree(SAMPLE.replace('\'', '"'));
    }

    /** The sample with a field of an object. */
    private static ObjectNode with(PolicySection section, String name, JsonNode value) {
        try {
            ObjectNode policy = sample();
            ((ObjectNode) policy.at(section.place())).set(name, value);
            return policy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
