// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process by its number and start, which together no other process of this machine has: files
 * that outlive a process name it so.
 *
 * @param pid its number
 * @param started time of its start, as {@link ProcessHandle.Info#startInstant} says, or "?"
 */
public record StartedProcess(long pid, String started) {
    private static final Pattern WORDS =
            Pattern.compile("\\bprocess (\\d{1,10}) started at (\\S+)\\.");

    /** This process. */
    public static StartedProcess self() {
        return of(ProcessHandle.current());
    }

    /** A process that runs. */
    public static StartedProcess of(ProcessHandle process) {
        String started = process.info().startInstant().map(Object::toString).orElse("?");
        return new StartedProcess(process.pid(), started);
    }

    /** The process while it runs: one of the same number that started later is another. */
    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid).filter(process -> of(process).equals(this));
    }

    /** Words for a file, such as "process 12 started at 2026-01-01T10:00:00Z.". */
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
