// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.hash.HashUnits;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/** A register with its stateful ALU: entries of one half or two, and programs that change them. */
public final class StatefulTable implements AttachedTable {

    /** The operands from the PHV lie behind this bit of the input. */
    private static final int OPERANDS_AT = 64;

    private record Input(int bit, Slice slice) {}

    private final String p4Name;
    private final int bits;
    private final boolean dual;
    private final long[] lo;
    private final long[] hi;
    private final int line;
    private final HashUnits hashes;
    private final List<Input> inputs = new ArrayList<>();

    /** Bytes of the operands that come from a hash group, one bit each, and that group. */
    private int hashBytes;

    private int hashGroup;
    private final List<String> programNames = new ArrayList<>();
    private final List<StatefulProgram> programs = new ArrayList<>();

    public StatefulTable(Node.Entry entry, PhvNames names, HashUnits hashes, int stage) {
        this.hashes = hashes;
        line = entry.line();
        Node section = entry.value();
        int[] shifts = new int[2];
        long[] initial = new long[2];
        MathTable math = null;
        for (Node.Entry item : section.entries()) {
            switch (item.key()) {
                    // Where it lies.
                case "row", "logical_bus", "column", "maprams", "vpns", "home_row" -> {}
                case "p4", "format", "actions" -> {}
                    // The table that executes it says so too.
                case "per_flow_enable" -> {}
                    // Says which bytes of the input are used.
                case "data_bytemask" -> item.value().number();
                case "hash_bytemask" -> {
                    hashBytes = (int) item.value().number();
                    // A hash has 52 bits.
                    if (hashBytes >= 1 << 6) {
                        throw Node.unknown(item, "a stateful table");
                    }
                }
                case "input_xbar" -> readInputs(item.value(), names, stage);
                case "math_table" -> math = new MathTable(item.value());
                case "pred_shift" -> shifts[0] = (int) item.value().number();
                case "pred_comb_shift" -> shifts[1] = (int) item.value().number();
                case "initial_value" -> {
                    for (Node.Entry half : item.value().entries()) {
                        initial[half.key().equals("hi") ? 1 : 0] = half.value().number();
                    }
                }
                default -> throw Node.unknown(item, "a stateful table");
            }
        }
        // Where a hash gives operands, the other fields on the crossbar are the hash's.
        if (hashBytes != 0) {
            hashes.read(section.get("input_xbar"));
            inputs.removeIf(input -> input.bit < OPERANDS_AT);
        }
        for (Input input : inputs) {
            if (input.bit < OPERANDS_AT || input.bit + input.slice.width() > 2 * OPERANDS_AT) {
                throw new AssemblyException(line, input.slice + " is no operand");
            }
        }
        p4Name = section.get("p4").textOf("name");
        int size = (int) section.get("p4").get("size").number();
        Node format = section.get("format");
        bits = (int) format.get("lo").number();
        dual = format.find("hi") != null;
        if (bits != 8 && bits != 16 && bits != 32 || dual && format.get("hi").number() != bits) {
            throw format.error("the model does not know registers of this format");
        }
        lo = new long[size];
        hi = new long[size];
        Arrays.fill(lo, initial[0]);
        Arrays.fill(hi, initial[1]);
        for (Node.Entry program : section.get("actions").entries()) {
            programNames.add(program.key());
            programs.add(new StatefulProgram(program, bits, math, shifts[0], shifts[1]));
        }
    }

    private void readInputs(Node inputXbar, PhvNames names, int stage) {
        for (Node.Entry group : inputXbar.entries()) {
            if (group.key().startsWith("hash group ")) {
                hashGroup = (int) Numbers.parse(group.line(), group.key().substring(11));
            } else if (group.key().startsWith("exact group ")) {
                for (Node.Entry input : group.value().entries()) {
                    int bit = (int) Numbers.parse(input.line(), input.key());
                    Slice slice = names.get(input.line(), input.value().text(), stage);
                    inputs.add(new Input(bit, slice));
                }
            } else if (!group.key().startsWith("hash ")) {
                throw Node.unknown(group, "a stateful table's input_xbar");
            }
        }
    }

    public String p4Name() {
        return p4Name;
    }

    public int programIndex(int line, String program) {
        int index = programNames.indexOf(program);
        if (index < 0) {
            throw new AssemblyException(line, p4Name + " has no program " + program);
        }
        return index;
    }

    /** Executes a program; returns what it gives out. The address is in bits. */
    public long execute(int line, String program, long address, Phv phv) {
        int index = (int) (address / (dual ? 2 * bits : bits));
        if (index >= lo.length) {
            throw new AssemblyException(line, p4Name + " has no entry " + index);
        }
        StatefulProgram.Result result =
                programs.get(programIndex(line, program))
                        .run(
                                new StatefulProgram.Inputs(
                                        lo[index], hi[index], operand(0, phv), operand(bits, phv)));
        lo[index] = result.memoryLo();
        // Without a second half there is an ALU for it, but nothing to keep what it gives.
        hi[index] = dual ? result.memoryHi() : 0;
        return result.output();
    }

    /** The operand from a bit on, counted from where the operands are. */
    private long operand(int firstBit, Phv phv) {
        long all = 0;
        for (Input input : inputs) {
            all |= phv.get(input.slice) << input.bit - OPERANDS_AT;
        }
        for (int i = 0; i < OPERANDS_AT / 8; i++) {
            if ((hashBytes >>> i & 1) != 0) {
                all &= ~(0xFFL << 8 * i);
                all |= (long) hashes.value(line, hashGroup, 8 * i, 8, phv) << 8 * i;
            }
        }
        return all >>> firstBit & Numbers.mask(bits);
    }

    public long lo(int index) {
        return lo[index];
    }

    public long hi(int index) {
        return hi[index];
    }

    public void set(int index, long newLo, long newHi) {
        lo[index] = newLo & Numbers.mask(bits);
        hi[index] = dual ? newHi & Numbers.mask(bits) : 0;
    }
}
