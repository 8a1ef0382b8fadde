// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;
import org.weir.tofino.model.hash.HashDistribution;

/**
 * Call by which a match table addresses a counter or a stateful ALU: {@code name(address, enable[,
 * type])}.
 *
 * @param hash the unit that gives the address, or null for the entry's own
 * @param enableField field of the overhead that says whether it runs, or null for always
 * @param typeField field of the overhead that says which of its instructions runs, or null
 */
record AttachedCall(
        int line, String table, HashDistribution hash, String enableField, String typeField) {

    private static final String DEFAULT = "$DEFAULT";

    static AttachedCall parse(Node call, Map<Integer, HashDistribution> units) {
        Term term = Term.parse(call.line(), call.text());
        List<String> arguments = term.arguments();
        if (arguments.size() < 2 || arguments.size() > 3) {
            throw call.error("the model does not know the call '" + call.text() + "'");
        }
        HashDistribution hash = null;
        String address = arguments.get(0);
        if (address.startsWith("hash_dist ")) {
            hash = units.get((int) Numbers.parse(call.line(), address.substring(10)));
            if (hash == null) {
                throw call.error("no " + address);
            }
        } else if (!address.equals("$DIRECT")) {
            throw call.error("the model does not know the address '" + address + "'");
        }
        return new AttachedCall(
                call.line(),
                term.name(),
                hash,
                field(arguments.get(1)),
                arguments.size() < 3 ? null : field(arguments.get(2)));
    }

    private static String field(String argument) {
        return argument.equals(DEFAULT) ? null : argument;
    }
}
