// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A classic BPF program (Linux's filter documentation, networking/filter.rst), which looks at a
 * frame from its Ethernet header on and answers a number. Packet sockets and traffic control run
 * it. A load beyond the frame's end answers 0. Immutable.
 */
public final class BpfProgram {

    /** Size of {@code struct sock_filter}. */
    static final int INSTRUCTION_BYTES = 8;

    private static final int MAX_JUMP = 255;

    private static final int LOAD_8 = 0x30;
    private static final int LOAD_16 = 0x28;
    private static final int LOAD_32 = 0x20;
    private static final int LOAD_16_BEHIND = 0x48;
    private static final int LOAD_32_BEHIND = 0x40;
    private static final int IPV4_HEADER_LENGTH = 0xb1;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    /** Offset of what Linux knows of a frame beside its bytes: SKF_AD_OFF of linux/filter.h. */
    private static final int BESIDE = -0x1000;

    private static final int VLAN_TAG = BESIDE + 44;
    private static final int VLAN_TAG_PRESENT = BESIDE + 48;

    private final List<Instruction> instructions;

    private BpfProgram(List<Instruction> instructions) {
        this.instructions = instructions;
    }

    /** One instruction with jumps resolved: code, jumps if true and if false, constant. */
    private record Instruction(int code, int ifTrue, int ifFalse, int constant) {}

    /** Number of instructions. */
    public int length() {
        return instructions.size();
    }

    /** The form in which tc(8) takes a program: {@code bytecode "LENGTH,CODE JT JF K,..."}. */
    public String toBytecode() {
        StringBuilder text = new StringBuilder().append(instructions.size());
        for (Instruction one : instructions) {
            text.append(',').append(one.code);
            text.append(' ').append(one.ifTrue).append(' ').append(one.ifFalse);
            text.append(' ').append(Integer.toUnsignedString(one.constant));
        }
        return text.toString();
    }

    /** The instructions as an array of {@code struct sock_filter}. */
    byte[] toFilter() {
        ByteBuffer bytes = ByteBuffer.allocate(INSTRUCTION_BYTES * instructions.size());
        bytes.order(ByteOrder.nativeOrder());
        for (Instruction one : instructions) {
            bytes.putShort((short) one.code).put((byte) one.ifTrue).put((byte) one.ifFalse);
            bytes.putInt(one.constant);
        }
        return bytes.array();
    }

    /**
     * Assembler of a program. Jumps lead forward to a label; {@link #at} says where that is. The
     * labels {@link #MATCH} and {@link #NO_MATCH} are at the end.
     */
    public static final class Assembler {
        /** Label of the end that answers with a match. */
        public static final String MATCH = "match";

        /** Label of the end that answers without one. */
        public static final String NO_MATCH = "no match";

        private static final String NEXT = "";

        /** An instruction whose jumps are labels. */
        private record Draft(int code, String ifTrue, String ifFalse, int constant) {}

        private final List<Draft> drafts = new ArrayList<>();
        private final Map<String, Integer> labels = new HashMap<>();

        /** Loads a byte of the frame. */
        public Assembler load8(int offset) {
            return plain(LOAD_8, offset);
        }

        /** Loads two bytes of the frame, big-endian. */
        public Assembler load16(int offset) {
            return plain(LOAD_16, offset);
        }

        /** Loads four bytes of the frame, big-endian. */
        public Assembler load32(int offset) {
            return plain(LOAD_32, offset);
        }

        /** Loads 1 if Linux has taken a VLAN tag off the frame, and 0 otherwise. */
        public Assembler loadVlanTagPresent() {
            return plain(LOAD_32, VLAN_TAG_PRESENT);
        }

        /** Loads the 16 bits of the VLAN tag that Linux has taken off the frame. */
        public Assembler loadVlanTag() {
            return plain(LOAD_32, VLAN_TAG);
        }

        /** Takes note of the length of the IPv4 header that begins at an offset, 0 to 60 bytes. */
        public Assembler measureIpv4Header(int offset) {
            return plain(IPV4_HEADER_LENGTH, offset);
        }

        /** Loads two bytes at an offset to which the measured length is added. */
        public Assembler load16Behind(int offset) {
            return plain(LOAD_16_BEHIND, offset);
        }

        /** Loads four bytes at an offset to which the measured length is added. */
        public Assembler load32Behind(int offset) {
            return plain(LOAD_32_BEHIND, offset);
        }

        /** Goes to a label unless what was loaded equals a number. */
        public Assembler unlessEqual(int number, String label) {
            return jump(JUMP_IF_EQUAL, NEXT, label, number);
        }

        /** Goes to a label if what was loaded has one of some bits. */
        public Assembler ifAnyBit(int bits, String label) {
            return jump(JUMP_IF_ANY_BIT, label, NEXT, bits);
        }

        /** Goes to a label. */
        public Assembler jumpTo(String label) {
            return jump(JUMP_IF_EQUAL, label, label, 0);
        }

        /** Puts a label before the next instruction. */
        public Assembler at(String label) {
            if (labels.putIfAbsent(label, drafts.size()) != null) {
                throw new IllegalStateException("label twice: " + label);
            }
            return this;
        }

        /**
         * Assembles the program; the last instruction before goes on to the match.
         *
         * @param match answer at {@link #MATCH}, an unsigned number of 32 bits
         * @param noMatch answer at {@link #NO_MATCH}
         * @throws IllegalStateException if a label is nowhere, behind its jump or too far
         */
        public BpfProgram assemble(int match, int noMatch) {
            List<Draft> all = new ArrayList<>(drafts);
            Map<String, Integer> places = new HashMap<>(labels);
            places.put(MATCH, all.size());
            all.add(new Draft(RETURN, NEXT, NEXT, match));
            places.put(NO_MATCH, all.size());
            all.add(new Draft(RETURN, NEXT, NEXT, noMatch));
            List<Instruction> resolved = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                Draft one = all.get(i);
                resolved.add(
                        new Instruction(
                                one.code,
                                distance(i, one.ifTrue, places),
                                distance(i, one.ifFalse, places),
                                one.constant));
            }
            return new BpfProgram(List.copyOf(resolved));
        }

        private static int distance(int from, String label, Map<String, Integer> places) {
            if (label.equals(NEXT)) {
                return 0;
            }
            int distance = places.getOrDefault(label, -1) - from - 1;
            if (distance < 0 || distance > MAX_JUMP) {
                throw new IllegalStateException("no jump leads from " + from + " to " + label);
            }
            return distance;
        }

        private Assembler plain(int code, int constant) {
            return jump(code, NEXT, NEXT, constant);
        }

        private Assembler jump(int code, String ifTrue, String ifFalse, int constant) {
            drafts.add(new Draft(code, ifTrue, ifFalse, constant));
            return this;
        }
    }
}
