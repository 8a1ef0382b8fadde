// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

import java.util.Locale;
import org.weir.tofino.model.assembly.Numbers;

/** Operation of an ALU, of a container or a stateful one, on two numbers of its width. */
public enum Operation {
    ADD,
    SUB,
    SUBR,
    SADDU,
    SADDS,
    SSUBU,
    SSUBS,
    SSUBRU,
    SSUBRS,
    MINU,
    MINS,
    MAXU,
    MAXS,
    SETZ,
    NOR,
    ANDCA,
    NOTA,
    ANDCB,
    NOTB,
    XOR,
    NAND,
    AND,
    XNOR,
    ALU_B,
    ORCA,
    ALU_A,
    ORCB,
    OR,
    SETHI;

    /** The operation of that name, or null. */
    public static Operation find(String name) {
        if (name.equals("not")) {
            return NOTA;
        }
        for (Operation operation : values()) {
            if (operation.name().toLowerCase(Locale.ROOT).equals(name)) {
                return operation;
            }
        }
        return null;
    }

    public int operands() {
        return switch (this) {
            case SETZ, SETHI -> 0;
            case NOTA, NOTB, ALU_A, ALU_B -> 1;
            default -> 2;
        };
    }

    public boolean isBitwise() {
        return ordinal() >= SETZ.ordinal();
    }

    /**
     * @param a first operand, of which the lowest {@code bits} count
     * @param b second one; of an operation with a single operand it is {@code a}
     * @param bits 8, 16 or 32
     */
    public long of(long a, long b, int bits) {
        long all = Numbers.mask(bits);
        long ua = a & all;
        long ub = b & all;
        long sa = signed(ua, bits);
        long sb = signed(ub, bits);
        long result =
                switch (this) {
                    case ADD -> ua + ub;
                    case SUB -> ua - ub;
                    case SUBR -> ub - ua;
                    case SADDU -> Math.min(ua + ub, all);
                    case SADDS -> saturated(sa + sb, bits);
                    case SSUBU -> Math.max(ua - ub, 0);
                    case SSUBS -> saturated(sa - sb, bits);
                    case SSUBRU -> Math.max(ub - ua, 0);
                    case SSUBRS -> saturated(sb - sa, bits);
                    case MINU -> Math.min(ua, ub);
                    case MINS -> Math.min(sa, sb);
                    case MAXU -> Math.max(ua, ub);
                    case MAXS -> Math.max(sa, sb);
                    case SETZ -> 0;
                    case NOR -> ~(ua | ub);
                    case ANDCA -> ~ua & ub;
                    case NOTA, NOTB -> ~ua;
                    case ANDCB -> ua & ~ub;
                    case XOR -> ua ^ ub;
                    case NAND -> ~(ua & ub);
                    case AND -> ua & ub;
                    case XNOR -> ~(ua ^ ub);
                    case ALU_A, ALU_B -> ua;
                    case ORCA -> ~ua | ub;
                    case ORCB -> ua | ~ub;
                    case OR -> ua | ub;
                    case SETHI -> all;
                };
        return result & all;
    }

    public static long signed(long value, int bits) {
        return value << 64 - bits >> 64 - bits;
    }

    private static long saturated(long value, int bits) {
        long largest = Numbers.mask(bits - 1);
        return Math.max(-largest - 1, Math.min(largest, value));
    }
}
