// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Lock that keeps a second agent off an interface. Linux gives it back when its process ends,
 * however it does. Its file is named after the network namespace and the interface, and is removed
 * by whoever has the lock. So the file that a process has locked may have been removed, and another
 * made of its name: each gives the file that it has locked a length by chance, and has the lock
 * only if the file of that name has this length.
 */
final class InterfaceLock implements AutoCloseable {
    private static final Path FOLDER = Path.of("/run");
    private static final int MOST_ATTEMPTS = 100;

    /** Bytes of a file without content, which takes no space. */
    private static final long MOST_LENGTH = 1L << 31;

    private final Path file;
    private final FileChannel channel;

    private InterfaceLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of an interface of this process's network namespace.
     *
     * @throws IOException if another process has it, or no file can be made
     */
    static InterfaceLock take(String device) throws IOException {
        String namespace =
                Files.readSymbolicLink(Path.of("/proc/self/ns/net"))
                        .toString()
                        .replaceAll("\\D", "");
        return take(FOLDER.resolve("weir-agent-" + namespace + "-" + device + ".lock"), device);
    }

    /** Takes the lock of a file. */
    static InterfaceLock take(Path file, String device) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean taken = false;
            try {
                if (channel.tryLock() == null) {
                    throw new IOException(device + ": another agent runs on it");
                }
                taken = isAtItsName(file, channel);
                if (taken) {
                    return new InterfaceLock(file, channel);
                }
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
        }
        throw new IOException(file + ": others remove it again and again");
    }

    /**
     * True if the file that is locked is the one of its name, which nobody removes then. It is not
     * opened for that: Linux would give the lock back when it is closed.
     */
    private static boolean isAtItsName(Path file, FileChannel channel) throws IOException {
        long length = ThreadLocalRandom.current().nextLong(1, MOST_LENGTH);
        channel.write(ByteBuffer.allocate(1), length - 1);
        try {
            return Files.size(file) == length;
        } catch (NoSuchFileException e) {
            return false;
        } finally {
            channel.truncate(0);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(file);
        } finally {
            channel.close();
        }
    }
}
