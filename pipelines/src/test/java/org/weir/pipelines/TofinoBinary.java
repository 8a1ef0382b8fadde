// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Writes a Tofino binary, the output of p4c's assembler, as text: a line for each field of its
 * header, for each register and for each block of memory. Two fields of the header, which name the
 * build of the compiler and the run, are left out.
 *
 * <p>One part of some registers is left out, too. Several match tables may use the same counter or
 * register. The driver then reads it by way of one of them, whose number is in a register of the
 * stage (movereg_stats_ctl, movereg_meter_ctl). The assembler takes the last table of a set that is
 * ordered by addresses in its own memory. So two builds of the assembler take different tables from
 * the same assembly.
 *
 * <p>The scripts behind {@code ./weir p4} run this file by itself, {@code java TofinoBinary.java
 * FILE}, so it uses nothing but the JDK.
 */
final class TofinoBinary {

    private static final Set<String> NAMES_OF_THE_RUN = Set.of("compiler_version", "run_id");

    /** Bytes of the address space of a stage. */
    private static final int STAGE_BYTES = 0x80000;

    private static final int WORDS_OF_A_LINE = 8;
    private static final int BSON_STRING = 2;
    private static final int BSON_INT_32 = 0x10;

    private final ByteBuffer in;
    private final StringBuilder out = new StringBuilder();
    private String target = "";

    private TofinoBinary(byte[] binary) {
        in = ByteBuffer.wrap(binary).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Prints the text of a binary.
     *
     * @param args its path
     */
    public static void main(String[] args) throws IOException {
        try {
            System.out.print(textOf(Files.readAllBytes(Path.of(args[0]))));
        } catch (IllegalArgumentException e) {
            System.err.println("weir p4: " + args[0] + ": " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * The text of a binary.
     *
     * @throws IllegalArgumentException if the binary has another format
     */
    static String textOf(byte[] binary) {
        TofinoBinary document = new TofinoBinary(binary);
        try {
            while (document.in.hasRemaining()) {
                document.atom();
            }
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("ends within an atom", e);
        }
        return document.out.toString();
    }

    private void atom() {
        int start = in.position();
        int tag = Integer.reverseBytes(in.getInt());
        switch (tag) {
            case 'H':
                header();
                break;
            case 'R':
                register(in.getInt(), in.getInt());
                break;
            case 'B':
            case 'D':
                block((char) tag, in.getLong(), in.getInt(), in.getInt());
                break;
            default:
                throw new IllegalArgumentException("unknown atom at byte " + start);
        }
    }

    /** A BSON document of strings and integers. */
    private void header() {
        int end = in.position() + in.getInt();
        for (int type = in.get(); type != 0; type = in.get()) {
            String name = zeroTerminated();
            String value;
            if (type == BSON_STRING) {
                in.getInt();
                value = zeroTerminated();
            } else if (type == BSON_INT_32) {
                value = Integer.toString(in.getInt());
            } else {
                throw new IllegalArgumentException("header: field " + name + " has type " + type);
            }
            if (name.equals("target")) {
                target = value;
            }
            if (!NAMES_OF_THE_RUN.contains(name)) {
                out.append(name).append(' ').append(value).append('\n');
            }
        }
        if (in.position() != end) {
            throw new IllegalArgumentException("header: ends at byte " + in.position());
        }
    }

    private String zeroTerminated() {
        int start = in.position();
        while (in.get() != 0) {
            // Its end is next.
        }
        return new String(
                in.array(), start, in.position() - start - 1, StandardCharsets.ISO_8859_1);
    }

    private void register(int address, int value) {
        out.append(String.format("R %08x %08x%n", address, value & ~tableNumber(address)));
    }

    private void block(char tag, long address, int widthBits, int count) {
        out.append(String.format("%c %011x %d x %d bits%n", tag, address, count, widthBits));
        long words = ((long) widthBits * count + 31) / 32;
        for (long word = 0; word < words; word++) {
            out.append(String.format(" %08x", in.getInt()));
            if (word % WORDS_OF_A_LINE == WORDS_OF_A_LINE - 1 || word == words - 1) {
                out.append(System.lineSeparator());
            }
        }
    }

    /** The bits of a register that have the number of a table to read through. */
    private int tableNumber(int address) {
        boolean second = target.equals("tofino2");
        int stage = (address - (second ? 0x0400_0000 : 0x0200_0000)) / STAGE_BYTES;
        if (stage < 0 || stage >= (second ? 20 : 12)) {
            return 0;
        }
        switch (address % STAGE_BYTES & ~0xF) {
            case 0x18150:
                return second ? 0 : 0x3C0;
            case 0x18160:
                return second ? 0 : 0x1E0;
            case 0x786E0:
                return second ? 0x3C0 : 0;
            case 0x786F0:
                return second ? 0x1E0 : 0;
            default:
                return 0;
        }
    }
}
