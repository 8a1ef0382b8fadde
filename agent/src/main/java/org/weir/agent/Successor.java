// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Word of an agent that it takes over from the one that runs: a file beside the lock of the
 * interface, with the agent's process. The one that runs then leaves its registration in place when
 * it ends. The word holds only while the process that gave it lives.
 */
final class Successor implements AutoCloseable {
    private final Path file;

    private Successor(Path file) {
        this.file = file;
    }

    /**
     * Gives the word.
     *
     * @param lock file of the interface's lock
     */
    static Successor announce(Path lock) throws IOException {
        Path file = fileOf(lock);
        Files.writeString(file, words(ProcessHandle.current()));
        return new Successor(file);
    }

    /** True if an agent that lives has given its word. */
    static boolean isAnnounced(Path lock) {
        try {
            String text = Files.readString(fileOf(lock));
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(text.split(" ")[0]));
            return process.isPresent() && words(process.get()).equals(text);
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    /** Number and start of a process, which no other process has. */
    private static String words(ProcessHandle process) {
        return process.pid() + " " + process.info().startInstant().map(Object::toString).orElse("");
    }

    private static Path fileOf(Path lock) {
        return lock.resolveSibling(lock.getFileName() + ".successor");
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
