// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;
import org.weir.tofino.model.hash.HashDistribution;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.Slice;

/** A source of an instruction. */
sealed interface Operand {

    /** Its value for a packet, of up to 32 bits, unsigned. */
    long value(Phv phv, ActionRun run);

    /** A constant of the program. */
    record Constant(long number) implements Operand {
        @Override
        public long value(Phv phv, ActionRun run) {
            return number;
        }
    }

    /** Bits of the PHV. */
    record Field(Slice slice) implements Operand {
        @Override
        public long value(Phv phv, ActionRun run) {
            return phv.get(slice);
        }
    }

    /** Bits of the entry's action data. */
    record Data(ActionData.Place place) implements Operand {
        @Override
        public long value(Phv phv, ActionRun run) {
            return place.get(run.data());
        }
    }

    /** Bits of one or two hash distribution units. */
    record Hash(int line, List<HashDistribution> units, BitRange bits) implements Operand {
        @Override
        public long value(Phv phv, ActionRun run) {
            long all = 0;
            for (int i = 0; i < units.size(); i++) {
                all |= (units.get(i).value(phv) & 0xFFFF) << 16 * i;
            }
            return all >>> bits.lo() & Numbers.mask(bits.width());
        }
    }

    /** Output of a stateful ALU. */
    record StatefulOutput(int line, String table, int lo) implements Operand {
        @Override
        public long value(Phv phv, ActionRun run) {
            return run.statefulOutput(line, table) >>> lo;
        }
    }

    /** Reads a source of an instruction of a table. */
    static Operand parse(int line, String text, ActionReader reader) {
        if (Numbers.isNumber(text)) {
            return new Constant(Numbers.parse(line, text));
        }
        Term term = Term.parse(line, text);
        ActionData.Place place = reader.data().find(term);
        if (place != null) {
            return new Data(place);
        }
        if (term.name().equals("hash_dist")) {
            List<HashDistribution> units = new ArrayList<>();
            BitRange bits = new BitRange(0, 15);
            for (String argument : term.arguments()) {
                if (argument.contains("..")) {
                    bits = BitRange.parse(line, argument);
                } else {
                    units.add(reader.hashDistribution(line, (int) Numbers.parse(line, argument)));
                }
            }
            return new Hash(line, units, bits);
        }
        if (reader.isStateful(term.name())) {
            int lo =
                    term.arguments().isEmpty()
                            ? 0
                            : BitRange.parse(line, term.arguments().get(0)).lo();
            return new StatefulOutput(line, term.name(), lo);
        }
        Slice slice = reader.names().find(line, text, reader.stage());
        if (slice == null || slice.container().tagalong()) {
            throw new AssemblyException(line, "the model does not know the source '" + text + "'");
        }
        return new Field(slice);
    }
}
