// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.extern.ExternInstance;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.Checksum;
import org.weir.bmv2.program.CounterArray;
import org.weir.bmv2.program.DigestType;
import org.weir.bmv2.program.MeterArray;
import org.weir.bmv2.program.ParserState;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.RegisterArray;
import org.weir.bmv2.program.ValueSet;
import org.weir.bmv2.program.header.FieldList;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/**
 * Reads what {@code p4c-bm2-ss} writes (BMv2's JSON, version 2). Whatever it does not know is an
 * error that names the place, never skipped.
 */
public final class ProgramReader {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Fields of a program's JSON; some repeat what other parts say as well. */
    private static final String[] FIELDS = {
        "header_types",
        "headers",
        "header_stacks",
        "header_union_types",
        "header_unions",
        "header_union_stacks",
        "field_lists",
        "errors",
        "enums",
        "parsers",
        "parse_vsets",
        "deparsers",
        "meter_arrays",
        "counter_arrays",
        "register_arrays",
        "calculations",
        "learn_lists",
        "extern_instances",
        "actions",
        "pipelines",
        "checksums",
        "force_arith",
        "field_aliases",
        "program",
        "__meta__"
    };

    private final JsonAt root;
    private final ObjectNames names = new ObjectNames();
    private final ExpressionReader expressions = new ExpressionReader(names);

    private ProgramReader(JsonAt root) {
        this.root = root;
    }

    /** Reads a program. */
    public static Program read(byte[] json) throws ProgramException {
        JsonNode node;
        try {
            node = MAPPER.readTree(json);
        } catch (IOException e) {
            throw new ProgramException("program: not JSON: " + e.getMessage(), e);
        }
        if (node == null || !node.isObject()) {
            throw new ProgramException("program: must be a JSON object as p4c-bm2-ss writes it");
        }
        return new ProgramReader(new JsonAt(node, "")).program();
    }

    private Program program() throws ProgramException {
        root.only(FIELDS);
        HeaderReader headerReader = new HeaderReader(root, names);
        List<Header> headers = headerReader.headers();
        List<HeaderStack> stacks = headerReader.stacks();
        List<HeaderUnion> unions = headerReader.unions();
        List<HeaderUnionStack> unionStacks = headerReader.unionStacks();
        Map<Integer, FieldList> fieldLists = fieldLists();
        Map<String, Integer> errors = new LinkedHashMap<>();
        for (JsonAt error : root.list("errors")) {
            errors.put(error.element(0).text(), error.element(1).integer());
        }
        JsonAt parser = single("parsers", "parser").only("init_state", "parse_states");
        ParserReader parserReader = new ParserReader(expressions);
        List<ParserState> states = parserReader.states(parser);
        List<ValueSet> valueSets = parserReader.valueSets(root, states);
        JsonAt deparser = single("deparsers", "deparser").only("order", "primitives");
        List<Header> order = new ArrayList<>();
        for (JsonAt name : deparser.list("order")) {
            order.add(names.header(name));
        }
        Map<String, Calculation> calculations = calculations();
        Map<Integer, Action> actions = actions();
        PipelineReader pipelines = new PipelineReader(names, expressions, actions);
        return new Program(
                headers,
                stacks,
                unions,
                unionStacks,
                fieldLists,
                errors,
                parser.get("init_state").text(),
                states,
                valueSets,
                order,
                expressions.primitives(deparser.list("primitives")),
                counters(),
                meters(),
                registers(),
                calculations,
                checksums(calculations),
                externs(),
                digests(),
                List.copyOf(actions.values()),
                pipelines.read(named("pipelines", "ingress")),
                pipelines.read(named("pipelines", "egress")));
    }

    private Map<Integer, FieldList> fieldLists() throws ProgramException {
        Map<Integer, FieldList> lists = new LinkedHashMap<>();
        for (JsonAt at : root.list("field_lists")) {
            at.only("elements");
            List<FieldRef> fields = new ArrayList<>();
            for (JsonAt element : at.list("elements")) {
                if (!element.get("type").text().equals("field")) {
                    throw element.error("a field list can hold fields only");
                }
                fields.add(names.field(element.get("value")));
            }
            int id = at.get("id").integer();
            lists.put(id, new FieldList(id, fields));
        }
        return lists;
    }

    private Map<String, Calculation> calculations() throws ProgramException {
        Map<String, Calculation> calculations = new LinkedHashMap<>();
        for (JsonAt at : root.list("calculations")) {
            at.only("algo", "input");
            String name = at.get("name").text();
            calculations.put(
                    name,
                    new Calculation(
                            name,
                            at.get("algo").text(),
                            PipelineReader.calculationInputs(at, expressions),
                            at.path()));
        }
        return calculations;
    }

    private List<Checksum> checksums(Map<String, Calculation> calculations)
            throws ProgramException {
        List<Checksum> checksums = new ArrayList<>();
        for (JsonAt at : root.list("checksums")) {
            at.only("target", "type", "calculation", "verify", "update", "if_cond");
            JsonAt type = at.get("type");
            if (!type.text().equals("generic")) {
                throw type.error("checksums of type \"" + type.text() + "\" are not supported");
            }
            JsonAt name = at.get("calculation");
            Calculation calculation = calculations.get(name.text());
            if (calculation == null) {
                throw name.error("names a calculation that is not declared");
            }
            checksums.add(
                    new Checksum(
                            names.field(at.get("target")),
                            calculation,
                            !at.has("verify") || at.get("verify").bool(),
                            !at.has("update") || at.get("update").bool(),
                            at.has("if_cond") ? expressions.read(at.get("if_cond")) : null));
        }
        return checksums;
    }

    private List<ExternInstance> externs() throws ProgramException {
        List<ExternInstance> externs = new ArrayList<>();
        if (!root.has("extern_instances")) {
            return externs;
        }
        for (JsonAt at : root.list("extern_instances")) {
            at.only("type", "attribute_values");
            Map<String, BigInteger> numbers = new HashMap<>();
            Map<String, String> texts = new HashMap<>();
            for (JsonAt attribute : at.list("attribute_values")) {
                attribute.only("type", "value");
                String name = attribute.get("name").text();
                JsonAt type = attribute.get("type");
                switch (type.text()) {
                    case "hexstr" -> numbers.put(name, attribute.get("value").number());
                    case "string" -> texts.put(name, attribute.get("value").text());
                    default ->
                            throw type.error(
                                    "attributes of type \"" + type.text() + "\" are not supported");
                }
            }
            externs.add(
                    new ExternInstance(
                            at.get("name").text(), at.get("type").text(), numbers, texts));
        }
        return externs;
    }

    private List<DigestType> digests() throws ProgramException {
        List<DigestType> digests = new ArrayList<>();
        for (JsonAt at : root.list("learn_lists")) {
            at.only("elements");
            digests.add(
                    new DigestType(
                            at.get("id").integer(),
                            at.get("name").text(),
                            expressions.readAll(at.list("elements"))));
        }
        return digests;
    }

    private Map<Integer, Action> actions() throws ProgramException {
        Map<Integer, Action> actions = new LinkedHashMap<>();
        for (JsonAt at : root.list("actions")) {
            at.only("runtime_data", "primitives");
            List<Action.Parameter> parameters = new ArrayList<>();
            for (JsonAt parameter : at.list("runtime_data")) {
                parameters.add(
                        new Action.Parameter(
                                parameter.get("name").text(), parameter.get("bitwidth").integer()));
            }
            int id = at.get("id").integer();
            actions.put(
                    id,
                    new Action(
                            id,
                            at.get("name").text(),
                            parameters,
                            expressions.primitives(at.list("primitives"))));
        }
        return actions;
    }

    private List<CounterArray> counters() throws ProgramException {
        List<CounterArray> counters = new ArrayList<>();
        for (JsonAt at : root.list("counter_arrays")) {
            at.only("is_direct", "binding", "size");
            boolean isDirect = at.isTrue("is_direct");
            counters.add(
                    new CounterArray(
                            at.get("name").text(),
                            isDirect ? 0 : at.get("size").integer(),
                            isDirect,
                            isDirect ? at.get("binding").text() : null));
        }
        return counters;
    }

    private List<MeterArray> meters() throws ProgramException {
        List<MeterArray> meters = new ArrayList<>();
        for (JsonAt at : root.list("meter_arrays")) {
            at.only("is_direct", "binding", "size", "rate_count", "type", "result_target");
            boolean isDirect = at.isTrue("is_direct");
            JsonAt type = at.get("type");
            if (at.has("rate_count") && at.get("rate_count").integer() != 2) {
                throw at.get("rate_count").error("must be 2: two rates, three colours");
            }
            if (!type.text().equals("bytes") && !type.text().equals("packets")) {
                throw type.error("must be \"bytes\" or \"packets\"");
            }
            meters.add(
                    new MeterArray(
                            at.get("name").text(),
                            isDirect ? 0 : at.get("size").integer(),
                            type.text().equals("bytes"),
                            isDirect,
                            at.has("result_target") ? names.field(at.get("result_target")) : null));
        }
        return meters;
    }

    private List<RegisterArray> registers() throws ProgramException {
        List<RegisterArray> registers = new ArrayList<>();
        for (JsonAt at : root.list("register_arrays")) {
            at.only("size", "bitwidth");
            registers.add(
                    new RegisterArray(
                            at.get("name").text(),
                            at.get("size").integer(),
                            at.get("bitwidth").integer()));
        }
        return registers;
    }

    private JsonAt single(String list, String what) throws ProgramException {
        List<JsonAt> elements = root.list(list);
        if (elements.size() != 1) {
            throw root.error(
                    "must have one " + what + " in \"" + list + "\", has " + elements.size());
        }
        return elements.get(0);
    }

    private JsonAt named(String list, String name) throws ProgramException {
        for (JsonAt element : root.list(list)) {
            if (element.get("name").text().equals(name)) {
                return element;
            }
        }
        throw root.error("has no " + name + " in \"" + list + "\": is it a v1model program?");
    }
}
