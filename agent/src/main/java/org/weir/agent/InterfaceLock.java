// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lock that keeps a second agent off an interface. Linux gives it back when its process ends,
 * however it does. Its file below /run is empty, is named after the network namespace and the
 * interface, and stays: removing it would let two agents lock two files of one name.
 */
final class InterfaceLock implements AutoCloseable {
    private static final Path FOLDER = Path.of("/run");

    private final FileChannel channel;

    private InterfaceLock(FileChannel channel) {
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
        Path file = FOLDER.resolve("weir-agent-" + namespace + "-" + device + ".lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw new IOException(device + ": another agent runs on it");
        }
        return new InterfaceLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
