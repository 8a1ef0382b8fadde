// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Linux's network namespaces. */
public final class NetworkNamespaces {
    private static final long EXIT_SECONDS = 5;

    private NetworkNamespaces() {}

    /** True if this process may make namespaces, as far as its user says. */
    public static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Ends all processes in a namespace, but not this one, and removes it with its interfaces.
     *
     * @throws IOException if the namespace does not exist or cannot be removed
     */
    public static void remove(String name) throws IOException {
        String pids = Command.run(List.of("ip", "netns", "pids", name), "").output();
        for (String line : pids.split("\n")) {
            if (line.strip().matches("\\d+")) {
                ProcessHandle.of(Long.parseLong(line.strip())).ifPresent(NetworkNamespaces::end);
            }
        }
        Command.require(List.of("ip", "netns", "del", name), "");
    }

    private static void end(ProcessHandle process) {
        if (process.pid() == ProcessHandle.current().pid()) {
            return;
        }
        process.destroyForcibly();
        try {
            process.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It hangs in the kernel; its namespace goes when it does.
        }
    }
}
