// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process by its number and start, which together no other process of this machine has: files
 * that outlive a process name it so.
 *
 * @param pid its number
 * @param started on Linux the boot and the clock ticks from it to the process's start, which a step
 *     of the clock does not move; elsewhere {@link ProcessHandle.Info#startInstant}, or "?"
 */
public record StartedProcess(long pid, String started) {
    private static final Pattern WORDS =
            Pattern.compile("\\bprocess (\\d{1,10}) started at (\\S+)\\.");

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /** Place of the start among the words of a process's {@code stat} behind its name, from 0. */
    private static final int START_WORD = 19;

    /** This process. */
    public static StartedProcess self() {
        return of(ProcessHandle.current());
    }

    /** A process that runs. */
    public static StartedProcess of(ProcessHandle process) {
        String started = ticks(process.pid()).or(() -> instant(process)).orElse("?");
        return new StartedProcess(process.pid(), started);
    }

    /** The process while it runs: one of the same number that started later is another. */
    public Optional<ProcessHandle> find() {
        // Files of earlier versions of Weir have the time also on Linux.
        return ProcessHandle.of(pid)
                .filter(
                        process ->
                                of(process).equals(this)
                                        || instant(process).equals(Optional.of(started)));
    }

    private static Optional<String> instant(ProcessHandle process) {
        return process.info().startInstant().map(Object::toString);
    }

    private static Optional<String> ticks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(Files.readString(BOOT).strip() + ":" + startTicks(stat));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Ticks from boot to start, of a line of {@code stat}; a process's name may have any
     * characters.
     */
    static String startTicks(String stat) {
        String[] behindName = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        return behindName[START_WORD];
    }

    /** Words for a file, such as "process 12 started at BOOT:4711.". */
    public String words() {
        return "process " + pid + " started at " + started + ".";
    }

    /** The process that a line of a file names in these words; empty if it names none. */
    public static Optional<StartedProcess> read(String line) {
        Matcher parts = WORDS.matcher(line);
        return parts.find()
                ? Optional.of(new StartedProcess(Long.parseLong(parts.group(1)), parts.group(2)))
                : Optional.empty();
    }
}
