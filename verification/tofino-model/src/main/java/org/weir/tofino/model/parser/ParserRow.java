// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitPattern;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.phv.Container;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/** Actions of the parser when a row of its TCAM fits. */
final class ParserRow {

    /** Bytes of the input buffer that go to a container. */
    record Extract(int line, BitRange bytes, Container to) {}

    /** A constant that goes to a container. */
    record Constant(int line, Slice to, long value) {}

    static final String END = "end";

    final int line;
    final BitPattern pattern;
    final List<Extract> extracts = new ArrayList<>();
    final List<Constant> constants = new ArrayList<>();
    final List<ParserChecksum> checksums = new ArrayList<>();
    final Map<ParserState.Matcher, Integer> loads = new EnumMap<>(ParserState.Matcher.class);
    int shift;
    int bytesNeeded;
    boolean loadsCounter;
    int counterAmount;
    String next;

    ParserRow(Node.Entry row, PhvNames names) {
        line = row.line();
        pattern = BitPattern.parse(line, row.key());
        for (Node.Entry entry : row.value().entries()) {
            read(entry, names);
        }
        if (next == null) {
            throw new AssemblyException(line, "a row of the parser without 'next'");
        }
    }

    private void read(Node.Entry entry, PhvNames names) {
        String key = entry.key();
        switch (key) {
            case "shift" -> shift = (int) entry.value().number();
            case "buf_req" -> bytesNeeded = (int) entry.value().number();
            case "next" -> next = entry.value().text();
                // Bits of intrinsic metadata that are shifted out: for the packet's length only.
            case "intr_md" -> entry.value().number();
            case "counter" -> readCounter(entry);
            case "load" -> readLoads(entry);
            default -> {
                if (key.startsWith("checksum ")) {
                    checksums.add(new ParserChecksum(entry, names));
                } else if (BitRange.isRange(key)) {
                    Slice to = names.get(entry.line(), entry.value().text(), 0);
                    BitRange bytes = BitRange.parse(entry.line(), key);
                    if (!to.isWhole() || bytes.width() * 8 != to.width()) {
                        throw new AssemblyException(
                                entry.line(), "bytes " + key + " do not fill " + to);
                    }
                    extracts.add(new Extract(entry.line(), bytes, to.container()));
                } else {
                    Slice to = names.find(entry.line(), key, 0);
                    if (to == null) {
                        throw Node.unknown(entry, "a row of the parser");
                    }
                    constants.add(new Constant(entry.line(), to, entry.value().number()));
                }
            }
        }
    }

    private void readCounter(Node.Entry entry) {
        if (entry.value().isMap()) {
            for (Node.Entry item : entry.value().entries()) {
                if (!item.key().equals("imm")) {
                    throw Node.unknown(item, "a counter of the parser");
                }
                loadsCounter = true;
                counterAmount = (int) item.value().number();
            }
            return;
        }
        String[] words = entry.value().text().split(" ");
        if (words.length != 2 || !words[0].equals("inc") && !words[0].equals("dec")) {
            throw entry.value().error("the model does not know 'counter: " + entry.value() + "'");
        }
        int amount = (int) Numbers.parse(entry.line(), words[1]);
        counterAmount = words[0].equals("inc") ? amount : -amount;
    }

    private void readLoads(Node.Entry entry) {
        for (Node.Entry load : entry.value().entries()) {
            ParserState.Matcher matcher = ParserState.Matcher.of(load.line(), load.key());
            BitRange bytes = BitRange.parse(load.line(), load.value().text());
            if (bytes.width() * 8 != matcher.bits) {
                throw new AssemblyException(load.line(), "bytes do not fill " + load.key());
            }
            loads.put(matcher, bytes.lo());
        }
    }
}
