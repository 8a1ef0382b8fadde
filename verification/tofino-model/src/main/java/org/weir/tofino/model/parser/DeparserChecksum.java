// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/** A checksum that the deparser calculates over containers. */
final class DeparserChecksum {

    /** A container's bits, and whether the bytes of its lower and upper half are exchanged. */
    private record Part(Slice slice, int swap) {}

    private final List<Part> parts = new ArrayList<>();

    DeparserChecksum(Node partial, PhvNames names) {
        for (Node item : partial.items()) {
            for (Node.Entry entry : item.entries()) {
                int swap = 0;
                for (Node.Entry option : entry.value().entries()) {
                    if (!option.key().equals("swap")) {
                        throw Node.unknown(option, "a checksum of the deparser");
                    }
                    swap = (int) option.value().number();
                }
                parts.add(new Part(names.get(entry.line(), entry.key(), PhvNames.END), swap));
            }
        }
    }

    int value(Phv phv) {
        int sum = 0;
        for (Part part : parts) {
            long bits = phv.get(part.slice) << part.slice.bits().lo();
            sum = Checksums.add(sum, word((int) bits & 0xFFFF, part.swap & 1));
            sum = Checksums.add(sum, word((int) (bits >>> 16), part.swap >> 1));
        }
        return ~sum & 0xFFFF;
    }

    private static int word(int value, int swap) {
        return swap == 0 ? value : value >>> 8 | value << 8 & 0xFF00;
    }
}
