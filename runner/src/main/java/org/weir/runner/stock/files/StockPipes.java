// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.runner.stock.StockException;

/**
 * The ports of a {@code simple_switch} as named pipes where it expects capture files.
 *
 * <p>It reads the next packet of a port as soon as it has taken one from it, and takes the packet
 * with the earliest time next, of all ports. So it waits at the port that it has just taken a
 * packet from until it has the next one of that port, or its end: writing that lets it go on by
 * exactly one packet.
 */
public final class StockPipes implements Closeable {

    private static final int FILE_HEADER_BYTES = 24;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int MAGIC_MICROS = 0xa1b2c3d4;
    private static final int SNAP_BYTES = 262_144;
    private static final int MICROS_PER_SECOND = 1_000_000;

    private static final class Pipe {
        private RandomAccessFile in;
        // Keeps the pipe open, so that opening it waits for nobody.
        private RandomAccessFile outHolder;
        private FileInputStream out;
        private CaptureReader reader;
        private String name;
    }

    private final Map<Integer, Pipe> pipes = new LinkedHashMap<>();

    /** Makes the pipes in a folder. */
    public StockPipes(Path folder, List<Integer> ports) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mkfifo"));
        for (int port : ports) {
            command.add(in(folder, port).toString());
            command.add(out(folder, port).toString());
        }
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new StockException("no named pipes in " + folder);
        }
        for (int port : ports) {
            Pipe pipe = new Pipe();
            pipes.put(port, pipe);
            pipe.name = "port " + port + " of simple_switch";
            pipe.in = new RandomAccessFile(in(folder, port).toFile(), "rw");
            pipe.outHolder = new RandomAccessFile(out(folder, port).toFile(), "rw");
            pipe.out = new FileInputStream(out(folder, port).toFile());
            ByteBuffer header =
                    ByteBuffer.allocate(FILE_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(MAGIC_MICROS).putShort((short) 2).putShort((short) 4).putLong(0);
            header.putInt(SNAP_BYTES).putInt(CaptureReader.LINK_TYPE_ETHERNET);
            pipe.in.write(header.array());
        }
    }

    private static Path in(Path folder, int port) {
        return folder.resolve("p" + port + "_in.pcap");
    }

    private static Path out(Path folder, int port) {
        return folder.resolve("p" + port + "_out.pcap");
    }

    /** Writes a packet to a port. Packets are taken in order of their numbers, over all ports. */
    public void write(int port, long number, byte[] frame) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.allocate(RECORD_HEADER_BYTES + frame.length)
                        .order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt((int) (number / MICROS_PER_SECOND)).putInt((int) (number % MICROS_PER_SECOND));
        bytes.putInt(frame.length).putInt(frame.length).put(frame);
        pipes.get(port).in.write(bytes.array());
    }

    /** Ends the packets of a port. */
    public void end(int port) throws IOException {
        pipes.get(port).in.close();
    }

    /** Whether a port has sent a frame that has not been read. */
    public boolean ready(int port) throws IOException {
        Pipe pipe = pipes.get(port);
        return pipe.reader == null ? pipe.out.available() > 0 : pipe.reader.ready();
    }

    /** The next frame that a port has sent; waits for it. */
    public byte[] read(int port) throws IOException {
        Pipe pipe = pipes.get(port);
        if (pipe.reader == null) {
            pipe.reader = CaptureReader.open(pipe.out, pipe.name, false);
        }
        pipe.reader.next();
        return pipe.reader.frame();
    }

    /** The ports. */
    public Iterable<Integer> ports() {
        return pipes.keySet();
    }

    @Override
    public void close() throws IOException {
        for (Pipe pipe : pipes.values()) {
            pipe.in.close();
            pipe.outHolder.close();
            pipe.out.close();
        }
    }
}
