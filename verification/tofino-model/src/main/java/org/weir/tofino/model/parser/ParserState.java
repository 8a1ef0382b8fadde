// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitPattern;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.phv.PhvNames;

/**
 * A parser's state: its inputs to match on, and the rows of the TCAM, of which the first fit
 * counts.
 */
final class ParserState {

    /** Input that a row can match on. */
    enum Matcher {
        HALF("half", 16),
        BYTE0("byte0", 8),
        BYTE1("byte1", 8),
        COUNTER_NEGATIVE("ctr_neg", 1),
        COUNTER_ZERO("ctr_zero", 1);

        final String assemblyName;
        final int bits;

        Matcher(String assemblyName, int bits) {
            this.assemblyName = assemblyName;
            this.bits = bits;
        }

        static Matcher of(int line, String name) {
            for (Matcher matcher : values()) {
                if (matcher.assemblyName.equals(name)) {
                    return matcher;
                }
            }
            throw new AssemblyException(line, "the model does not know the matcher '" + name + "'");
        }
    }

    final String name;
    final int line;
    final List<Matcher> matchers = new ArrayList<>();
    final List<ParserRow> rows = new ArrayList<>();

    ParserState(Node.Entry state, PhvNames names) {
        name = state.key();
        line = state.line();
        for (Node.Entry entry : state.value().entries()) {
            switch (entry.key()) {
                case "match" -> {
                    for (Node matcher : entry.value().items()) {
                        matchers.add(Matcher.of(matcher.line(), matcher.text()));
                    }
                }
                case "option" -> {
                    // Says that the state does not count for the longest header.
                    if (!entry.value().text().equals("ignore_max_depth")) {
                        throw Node.unknown(entry, "state " + name);
                    }
                }
                default -> {
                    if (!BitPattern.isPattern(entry.key())) {
                        throw Node.unknown(entry, "state " + name);
                    }
                    rows.add(new ParserRow(entry, names));
                }
            }
        }
    }

    int matchBits() {
        return matchers.stream().mapToInt(matcher -> matcher.bits).sum();
    }
}
