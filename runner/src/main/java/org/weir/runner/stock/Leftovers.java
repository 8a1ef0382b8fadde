// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.runner.shell.Command;

/**
 * Namespaces of runs that were killed before they could take them away. Their names tell whose they
 * were; only what runs inside them is ended.
 */
final class Leftovers {
    private static final Pattern OURS =
            Pattern.compile(Pattern.quote(StockPlan.PREFIX) + "(\\d{1,10})-\\d+");
    private static final long EXIT_SECONDS = 5;

    private Leftovers() {}

    /**
     * The namespaces in the output of {@code ip netns list} whose run is gone.
     *
     * @param runs whether a process of a number runs
     */
    static List<String> among(String list, LongPredicate runs) {
        List<String> names = new ArrayList<>();
        for (String line : list.split("\n")) {
            String name = line.strip().split("\\s")[0];
            Matcher parts = OURS.matcher(name);
            if (parts.matches() && !runs.test(Long.parseLong(parts.group(1)))) {
                names.add(name);
            }
        }
        return names;
    }

    /**
     * Takes away what runs that are gone have left.
     *
     * @return the namespaces that were taken away
     */
    static List<String> remove() throws IOException {
        List<String> names =
                among(
                        Command.run(List.of("ip", "netns", "list"), "").output(),
                        pid -> ProcessHandle.of(pid).isPresent());
        for (String name : names) {
            removeNamespace(name);
        }
        return names;
    }

    /** Ends what runs in a namespace and takes it away, with its interfaces. */
    static void removeNamespace(String name) throws IOException {
        for (String line :
                Command.run(List.of("ip", "netns", "pids", name), "").output().split("\n")) {
            if (line.strip().matches("\\d+")) {
                ProcessHandle.of(Long.parseLong(line.strip())).ifPresent(Leftovers::end);
            }
        }
        Command.require(List.of("ip", "netns", "del", name), "");
    }

    private static void end(ProcessHandle process) {
        process.destroyForcibly();
        try {
            process.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException
                | java.util.concurrent.TimeoutException e) {
            // It hangs in the kernel; its namespace goes when it does.
        }
    }
}
