// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Lock that keeps a second agent off an interface. Linux gives it back when its process ends,
 * however it does. Its file is named after the network namespace and the interface, and is removed
 * by whoever has the lock. So the file that a process has locked may have been removed, and another
 * made of its name: each gives the file that it has locked a length by chance, and has the lock
 * only if the file of that name has this length. The holder's process number is in the file.
 */
final class InterfaceLock implements AutoCloseable {
    private static final Path FOLDER = Path.of("/run");
    private static final int MOST_ATTEMPTS = 100;
    private static final long PAUSE_MS = 20;

    /** Time after which an agent that does not end is ended by force; longer than it may take. */
    private static final long PATIENCE_NS = 25_000_000_000L;

    /** Time in which a process that has taken the lock has written its number. */
    private static final long UNKNOWN_NS = 2_000_000_000L;

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
        return take(fileOf(device), device);
    }

    private static Path fileOf(String device) throws IOException {
        String namespace =
                Files.readSymbolicLink(Path.of("/proc/self/ns/net"))
                        .toString()
                        .replaceAll("\\D", "");
        return FOLDER.resolve("weir-agent-" + namespace + "-" + device + ".lock");
    }

    /**
     * Takes the lock from the agent that has it, if one has: tells it of its successor, ends it, by
     * force if it does not listen, and waits until it has gone.
     *
     * @param say gets a line if an agent is replaced
     * @throws IOException if who has it cannot be found or does not go
     */
    static InterfaceLock takeOver(String device, Consumer<String> say) throws IOException {
        return takeOver(fileOf(device), device, say);
    }

    /** Takes the lock of a file from the agent that has it. */
    static InterfaceLock takeOver(Path file, String device, Consumer<String> say)
            throws IOException {
        long startNs = System.nanoTime();
        boolean asked = false;
        try (Successor word = Successor.announce(file)) {
            while (true) {
                InterfaceLock lock = takeIfFree(file);
                if (lock != null) {
                    return lock;
                }
                long waitedNs = System.nanoTime() - startNs;
                Optional<ProcessHandle> holder = holder(file);
                if (holder.isPresent() && !asked) {
                    say.accept(
                            "replaces the agent of process %d on %s"
                                    .formatted(holder.get().pid(), device));
                    holder.get().destroy();
                    asked = true;
                } else if (holder.isPresent() && waitedNs > PATIENCE_NS) {
                    holder.get().destroyForcibly();
                }
                if (holder.isEmpty() && !asked && waitedNs > UNKNOWN_NS) {
                    throw new UnusableException(
                            device + ": another agent runs on it, and its process is not known");
                }
                if (waitedNs > 2 * PATIENCE_NS) {
                    throw new IOException(device + ": the agent that runs on it does not end");
                }
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Process that has a lock, if it is one that this process can see with the file open. */
    private static Optional<ProcessHandle> holder(Path file) {
        try {
            long pid = Long.parseLong(Files.readString(file).strip());
            try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                boolean isOpen = open.anyMatch(each -> pointsTo(each, file));
                return isOpen ? ProcessHandle.of(pid) : Optional.empty();
            }
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            // It has gone, or has not written its number yet.
            return Optional.empty();
        }
    }

    private static boolean pointsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file.toAbsolutePath());
        } catch (IOException e) {
            return false;
        }
    }

    /** True if another agent has said that it takes this lock over. */
    boolean hasSuccessor() {
        return Successor.isAnnounced(file);
    }

    /** Takes the lock of a file. */
    static InterfaceLock take(Path file, String device) throws IOException {
        InterfaceLock lock = takeIfFree(file);
        if (lock == null) {
            throw new UnusableException(device + ": another agent runs on it");
        }
        return lock;
    }

    /** Takes the lock of a file; null if another process has it. */
    private static InterfaceLock takeIfFree(Path file) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean taken = false;
            try {
                if (channel.tryLock() == null) {
                    return null;
                }
                taken = isAtItsName(file, channel);
                if (taken) {
                    String pid = ProcessHandle.current().pid() + "\n";
                    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
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
