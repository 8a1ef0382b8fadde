// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;

/**
 * Counters of packets, bytes or both, by index. Their words have 128 bits; an address has three
 * bits for the place in a word, behind the word's number.
 */
public final class CounterTable implements AttachedTable {

    private static final int PLACE_BITS = 3;

    private final String p4Name;
    private final long[] packets;
    private final long[] bytes;
    private final int indexShift;

    /** Number of bytes added to each packet's length. */
    private int bytesAdjust;

    public CounterTable(Node.Entry entry) {
        int size = 0;
        String name = null;
        int perWord = 0;
        for (Node.Entry item : entry.value().entries()) {
            switch (item.key()) {
                    // Where it lies, and when the driver is to read it.
                case "row", "logical_bus", "column", "maprams", "vpns", "home_row", "lrt" -> {}
                    // The table that counts says so too.
                case "per_flow_enable" -> {}
                case "p4" -> {
                    name = item.value().textOf("name");
                    Node entries = item.value().find("size");
                    size = entries == null ? 0 : (int) entries.number();
                }
                case "count" -> {
                    if (!item.value().text().matches("packets|bytes|packets_and_bytes")) {
                        throw Node.unknown(item, "a counter");
                    }
                }
                case "format" -> {
                    for (Node.Entry field : item.value().entries()) {
                        Term term = Term.parse(field.line(), field.key());
                        int group =
                                term.arguments().isEmpty()
                                        ? 0
                                        : (int)
                                                Numbers.parse(
                                                        field.line(), term.arguments().get(0));
                        perWord = Math.max(perWord, group + 1);
                    }
                }
                case "bytecount_adjust" -> bytesAdjust = (int) item.value().number();
                default -> throw Node.unknown(item, "a counter");
            }
        }
        p4Name = name;
        if (perWord == 0 || Integer.bitCount(perWord) != 1 || perWord > 1 << PLACE_BITS) {
            throw new AssemblyException(
                    entry.line(), "the model does not know this counter's format");
        }
        indexShift = PLACE_BITS - Integer.numberOfTrailingZeros(perWord);
        packets = new long[size];
        bytes = new long[size];
    }

    public String p4Name() {
        return p4Name;
    }

    public int bytesAdjust() {
        return bytesAdjust;
    }

    public void count(int line, long address, int packetBytes) {
        int index = (int) (address >>> indexShift);
        if (index >= packets.length) {
            throw new AssemblyException(line, p4Name + " has no counter " + index);
        }
        packets[index]++;
        bytes[index] += packetBytes + bytesAdjust;
    }

    public long packets(int index) {
        return packets[index];
    }

    public long bytes(int index) {
        return bytes[index];
    }

    public int size() {
        return packets.length;
    }
}
