// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.runner.stock.StockException;

/**
 * Runs this process once more in a network namespace of its own. {@code simple_switch} opens its
 * Thrift port on every address of the machine, for everybody and without asking who it is; in there
 * nobody else sees it.
 */
public final class OwnNamespace {

    private static final String INSIDE = "WEIR_BENCH_NAMESPACE";

    private OwnNamespace() {}

    /** Whether this process is the one inside. */
    public static boolean isInside() {
        return System.getenv(INSIDE) != null;
    }

    /**
     * Runs a main class inside, with this process's Java and class path.
     *
     * @return its exit code
     * @throws StockException when no namespace can be made
     */
    public static int run(Class<?> main, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("unshare", "--net"));
        if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            command.add("--map-root-user");
        }
        command.addAll(List.of("--", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put(INSIDE, "yes");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new StockException(
                    "no network namespace for simple_switch: unshare (util-linux) and ip (iproute2)"
                            + " are needed, as root or where users may make namespaces",
                    e);
        }
        Thread end = new Thread(process::destroy, "end-inside");
        Runtime.getRuntime().addShutdownHook(end);
        int exitCode = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return exitCode;
    }
}
