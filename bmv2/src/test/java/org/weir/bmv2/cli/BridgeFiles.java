// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The program {@code bridge}, whose entries send frames for 02:00:00:00:00:0N to port N, N being 1
 * or 2, and put {@link #SOURCE} as the source of all.
 */
final class BridgeFiles {

    static final long SOURCE = 0x0a00000000ffL;

    private static final Path FOLDER = Path.of("src/test/resources/p4").toAbsolutePath();

    private BridgeFiles() {}

    static Path file(String ending) {
        return FOLDER.resolve("bridge." + ending);
    }

    /** Options that start the program with its entries, then more. */
    static String[] options(String... more) {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--json",
                                file("json").toString(),
                                "--p4info",
                                file("p4info.txtpb").toString(),
                                "--entries",
                                file("entries.txtpb").toString()));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    /** A frame for the host of a number, of IEEE's local experimental type. */
    static byte[] frame(Random random, int host, int bytes) {
        byte[] frame = new byte[bytes];
        random.nextBytes(frame);
        ByteBuffer.wrap(frame).putLong(0, 0x0200_0000_0000_0000L | (long) host << 16);
        ByteBuffer.wrap(frame).putLong(6, 0x0200_0000_0009_88b5L);
        return frame;
    }

    /** The frame as it leaves. */
    static byte[] forwarded(byte[] frame) {
        byte[] out = frame.clone();
        ByteBuffer buffer = ByteBuffer.wrap(out);
        buffer.putLong(6, SOURCE << 16 | buffer.getLong(6) & 0xffff);
        return out;
    }
}
