// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderType;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/**
 * Reads the headers, stacks and unions of a program, and enters their names. Each of its methods is
 * called once, in the order in which they stand here: the later ones refer to the earlier.
 */
final class HeaderReader {

    private static final int MAX_HEADER_BITS_TOTAL = 1 << 20;

    private final JsonAt root;
    private final ObjectNames names;
    private final Map<String, HeaderType> types;

    HeaderReader(JsonAt root, ObjectNames names) throws ProgramException {
        this.root = root;
        this.names = names;
        types = types(root);
    }

    List<Header> headers() throws ProgramException {
        List<Header> headers = new ArrayList<>();
        for (JsonAt at : root.list("headers")) {
            at.only("header_type", "metadata");
            JsonAt typeName = at.get("header_type");
            HeaderType type = types.get(typeName.text());
            if (type == null) {
                throw typeName.error("names a header type that is not declared");
            }
            boolean isMetadata = at.get("metadata").bool();
            if (!isMetadata && type.fixedBits() % 8 != 0) {
                throw at.error("header of " + type.fixedBits() + " bits: must be whole bytes");
            }
            Header header =
                    new Header(at.get("id").integer(), at.get("name").text(), type, isMetadata);
            headers.add(header);
            names.add(header);
        }
        return headers;
    }

    List<HeaderStack> stacks() throws ProgramException {
        List<HeaderStack> stacks = new ArrayList<>();
        for (JsonAt at : root.list("header_stacks")) {
            at.only("header_type", "size", "header_ids");
            HeaderStack stack =
                    new HeaderStack(
                            at.get("id").integer(),
                            at.get("name").text(),
                            names.headersById(at.list("header_ids")));
            if (stack.elements().isEmpty()) {
                throw at.error("header stack without headers");
            }
            stacks.add(stack);
            names.add(stack);
        }
        return stacks;
    }

    List<HeaderUnion> unions() throws ProgramException {
        Map<String, List<String>> memberNames = new HashMap<>();
        for (JsonAt at : root.list("header_union_types")) {
            at.only("headers");
            List<String> members = new ArrayList<>();
            for (JsonAt member : at.list("headers")) {
                members.add(member.element(0).text());
            }
            memberNames.put(at.get("name").text(), members);
        }
        List<HeaderUnion> unions = new ArrayList<>();
        for (JsonAt at : root.list("header_unions")) {
            at.only("union_type", "header_ids");
            JsonAt type = at.get("union_type");
            if (!memberNames.containsKey(type.text())) {
                throw type.error("names a header union type that is not declared");
            }
            HeaderUnion union =
                    new HeaderUnion(
                            at.get("id").integer(),
                            at.get("name").text(),
                            memberNames.get(type.text()),
                            names.headersById(at.list("header_ids")));
            unions.add(union);
            names.add(union);
        }
        return unions;
    }

    List<HeaderUnionStack> unionStacks() throws ProgramException {
        List<HeaderUnionStack> stacks = new ArrayList<>();
        for (JsonAt at : root.list("header_union_stacks")) {
            at.only("union_type", "size", "header_union_ids");
            HeaderUnionStack stack =
                    new HeaderUnionStack(
                            at.get("id").integer(),
                            at.get("name").text(),
                            names.unionsById(at.list("header_union_ids")));
            stacks.add(stack);
            names.add(stack);
        }
        return stacks;
    }

    private static Map<String, HeaderType> types(JsonAt root) throws ProgramException {
        Map<String, HeaderType> types = new HashMap<>();
        long totalBits = 0;
        for (JsonAt at : root.list("header_types")) {
            at.only("fields", "max_length");
            List<JsonAt> elements = at.list("fields");
            int maxBytes = at.has("max_length") ? at.get("max_length").integer() : 0;
            int fixedBits = 0;
            for (JsonAt field : elements) {
                JsonAt width = field.element(1);
                fixedBits += width.isText() ? 0 : width.integer();
            }
            List<FieldType> fields = new ArrayList<>();
            for (JsonAt field : elements) {
                JsonAt width = field.element(1);
                boolean isVariable = width.isText();
                int bits = isVariable ? maxBytes * 8 - fixedBits : width.integer();
                if (bits < 1) {
                    throw width.error("must be at least one bit");
                }
                boolean isSigned =
                        !isVariable && field.elements().size() > 2 && field.element(2).flag();
                if (field.elements().size() > 3 && field.element(3).flag()) {
                    throw field.element(3).error("saturating fields are not supported");
                }
                fields.add(new FieldType(field.element(0).text(), bits, isSigned, isVariable));
                totalBits += bits;
            }
            if (totalBits > MAX_HEADER_BITS_TOTAL) {
                throw at.error(
                        "header types of more than " + MAX_HEADER_BITS_TOTAL + " bits in all");
            }
            String name = at.get("name").text();
            types.put(name, new HeaderType(name, fields, maxBytes));
        }
        return types;
    }
}
