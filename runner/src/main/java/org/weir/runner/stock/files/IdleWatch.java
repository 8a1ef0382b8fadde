// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Detector of idle processes: a process is idle at a moment in which all of its threads sleep. A
 * thread that is woken counts as running from that very moment, so nothing is under way between
 * them then. The threads are those that the process has when this is made.
 */
public final class IdleWatch implements Closeable {

    private static final long PAUSE_NS = 20_000;

    private final List<RandomAccessFile> states = new ArrayList<>();
    private final List<RandomAccessFile> schedules = new ArrayList<>();
    private final byte[] buffer = new byte[1024];
    private final List<String> before = new ArrayList<>();

    /** Watches a process of this machine. */
    public IdleWatch(long pid) throws IOException {
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads) {
                states.add(new RandomAccessFile(thread.resolve("stat").toFile(), "r"));
                schedules.add(new RandomAccessFile(thread.resolve("schedstat").toFile(), "r"));
                before.add("");
            }
        }
    }

    /**
     * Waits until the process is idle.
     *
     * @throws IOException when it, or a thread of it, has ended
     */
    public void await() throws IOException {
        while (!areAsleep() || !remember() || !areAsleep() || !isUnchanged()) {
            // Leaves the processor to the process that is waited for.
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private boolean areAsleep() throws IOException {
        for (RandomAccessFile file : states) {
            file.seek(0);
            int bytes = file.read(buffer);
            // After the name, which stands in brackets and may hold anything.
            int name = bytes - 1;
            while (buffer[name] != ')') {
                name--;
            }
            if (buffer[name + 2] != 'S') {
                return false;
            }
        }
        return true;
    }

    private boolean remember() throws IOException {
        for (int i = 0; i < schedules.size(); i++) {
            before.set(i, schedule(i));
        }
        return true;
    }

    /** Whether no thread has run since: each slept all the time from one look to the other. */
    private boolean isUnchanged() throws IOException {
        for (int i = 0; i < schedules.size(); i++) {
            if (!before.get(i).equals(schedule(i))) {
                return false;
            }
        }
        return true;
    }

    private String schedule(int thread) throws IOException {
        RandomAccessFile file = schedules.get(thread);
        file.seek(0);
        return new String(buffer, 0, file.read(buffer), StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        for (RandomAccessFile file : states) {
            file.close();
        }
        for (RandomAccessFile file : schedules) {
            file.close();
        }
    }
}
