// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The machine, as a place for a cluster of three ONOS nodes in network namespaces. */
final class ClusterMachine {
    /** {@code false} skips the cluster's tests. */
    private static final String PROPERTY = "weir.cluster";

    private static final Path MEMORY = Path.of("/proc/meminfo");

    /**
     * Memory that a run takes: three ONOS nodes of 700 MB, three members of the store of 190 MB,
     * the network's process and the test's own.
     */
    private static final long NEEDED_MB = 3500;

    private static final List<String> PROGRAMS = List.of("ip", "unshare");

    private ClusterMachine() {}

    /** Returns the reason why no cluster can run here, in words; null when one can. */
    static String missing() throws IOException, InterruptedException {
        if (System.getProperty(PROPERTY, "true").equals("false")) {
            return "-D" + PROPERTY + "=false";
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            return "it needs Linux";
        }
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            return "it needs root, for network namespaces";
        }
        for (String program : PROGRAMS) {
            if (!Shell.has(program)) {
                return program + " is not on the PATH";
            }
        }
        if (Shell.run(Shell.home(), "unshare", "--net", "true").exitCode() != 0) {
            return "namespaces are not permitted";
        }
        OptionalLong available = availableMb(Files.readAllLines(MEMORY));
        if (available.isPresent() && available.getAsLong() < NEEDED_MB) {
            return String.format(
                    "%d MB of memory are available, %d are needed",
                    available.getAsLong(), NEEDED_MB);
        }
        return null;
    }

    /** Memory that programs can still take, MB; empty when the kernel does not say. */
    private static OptionalLong availableMb(List<String> memory) {
        return memory.stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst();
    }
}
