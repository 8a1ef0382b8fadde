// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderType;
import org.weir.bmv2.program.header.HeaderUnion;
import org.weir.bmv2.program.header.HeaderUnionStack;

/** The headers, stacks and unions read so far, by the names that expressions use. */
final class ObjectNames {

    private final Map<String, Header> headers = new HashMap<>();
    private final Map<Integer, Header> headersById = new HashMap<>();
    private final Map<String, HeaderStack> stacks = new HashMap<>();
    private final Map<String, HeaderUnion> unions = new HashMap<>();
    private final Map<Integer, HeaderUnion> unionsById = new HashMap<>();
    private final Map<String, HeaderUnionStack> unionStacks = new HashMap<>();

    void add(Header header) {
        headers.put(header.name(), header);
        headersById.put(header.id(), header);
    }

    void add(HeaderStack stack) {
        stacks.put(stack.name(), stack);
    }

    void add(HeaderUnion union) {
        unions.put(union.name(), union);
        unionsById.put(union.id(), union);
    }

    void add(HeaderUnionStack stack) {
        unionStacks.put(stack.name(), stack);
    }

    Header header(JsonAt name) throws ProgramException {
        return known(headers.get(name.text()), name, "header");
    }

    List<Header> headersById(List<JsonAt> ids) throws ProgramException {
        List<Header> found = new ArrayList<>();
        for (JsonAt id : ids) {
            found.add(known(headersById.get(id.integer()), id, "header id"));
        }
        return found;
    }

    List<HeaderUnion> unionsById(List<JsonAt> ids) throws ProgramException {
        List<HeaderUnion> found = new ArrayList<>();
        for (JsonAt id : ids) {
            found.add(known(unionsById.get(id.integer()), id, "header union id"));
        }
        return found;
    }

    HeaderStack stack(JsonAt name) throws ProgramException {
        return known(stacks.get(name.text()), name, "header stack");
    }

    HeaderUnion union(JsonAt name) throws ProgramException {
        return known(unions.get(name.text()), name, "header union");
    }

    HeaderUnionStack unionStack(JsonAt name) throws ProgramException {
        return known(unionStacks.get(name.text()), name, "header union stack");
    }

    /** A field given as {@code ["header", "field"]}. */
    FieldRef field(JsonAt pair) throws ProgramException {
        Header header = header(pair.element(0));
        JsonAt name = pair.element(1);
        if (name.text().equals("$valid$")) {
            return new FieldRef(header, FieldRef.VALIDITY);
        }
        return new FieldRef(header, fieldIndex(header.type(), name));
    }

    int fieldIndex(HeaderType type, JsonAt name) throws ProgramException {
        int index = type.indexOf(name.text());
        if (index < 0) {
            throw name.error(
                    "header type " + type.name() + " has no field \"" + name.text() + "\"");
        }
        return index;
    }

    int memberIndex(HeaderUnionStack stack, JsonAt name) throws ProgramException {
        int index = stack.elements().get(0).memberNames().indexOf(name.text());
        if (index < 0) {
            throw name.error(
                    "header union stack "
                            + stack.name()
                            + " has no member \""
                            + name.text()
                            + "\"");
        }
        return index;
    }

    private static <T> T known(T found, JsonAt name, String what) throws ProgramException {
        if (found == null) {
            throw name.error("names a " + what + " that is not declared");
        }
        return found;
    }
}
