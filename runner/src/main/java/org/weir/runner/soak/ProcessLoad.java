// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processor time and memory of some processes.
 *
 * @param cpu time on processors since they started
 * @param residentBytes memory that they have in RAM; empty where the system does not tell
 */
record ProcessLoad(Duration cpu, OptionalLong residentBytes) {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final long BYTES_PER_KB = 1024;

    /** The sum over processes. */
    static ProcessLoad of(List<ProcessHandle> processes) {
        Duration cpu = Duration.ZERO;
        long bytes = 0;
        for (ProcessHandle process : processes) {
            cpu = cpu.plus(process.info().totalCpuDuration().orElse(Duration.ZERO));
            bytes += residentBytes(process.pid());
        }
        return new ProcessLoad(cpu, bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes));
    }

    private static long residentBytes(long pid) {
        try {
            return residentBytes(Files.readString(Path.of("/proc/" + pid + "/status")));
        } catch (IOException e) {
            return 0;
        }
    }

    /** Resident memory that the text of {@code /proc/PID/status} tells; 0 when it does not. */
    static long residentBytes(String status) {
        Matcher matcher = RESIDENT.matcher(status);
        return matcher.find() ? BYTES_PER_KB * Long.parseLong(matcher.group(1)) : 0;
    }
}
