// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A network namespace of a test's own, without IPv6 so that nothing speaks unasked. */
public final class TestNamespace implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final long CARRIER_WAIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long CARRIER_POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String name;

    private TestNamespace(String name) {
        this.name = name;
    }

    /** Makes one; the test is skipped where that cannot be. */
    public static TestNamespace create() throws IOException {
        assumeTrue(
                System.getProperty("os.name").equals("Linux"),
                "network namespaces need Linux: not tested here");
        String name = "weir-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
        String refusal;
        try {
            refusal = execute(List.of("ip", "netns", "add", name));
        } catch (IOException e) {
            refusal = e.getMessage();
        }
        assumeTrue(
                refusal == null,
                "ports on network interfaces need root and iproute2, not tested here: " + refusal);
        TestNamespace namespace = new TestNamespace(name);
        namespace.run("sysctl", "-q", "-w", "net.ipv6.conf.default.disable_ipv6=1");
        namespace.ip("link set lo up");
        return namespace;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /**
     * Makes a veth pair in it, both ends up. Linux notices the carrier of a new pair up to a second
     * later if it is busy with other links, and drops what is sent before; so this waits for it.
     */
    public void veth(String one, String other) throws IOException {
        ip("link add " + one + " type veth peer name " + other);
        ip("link set " + one + " up");
        ip("link set " + other + " up");
        awaitCarrier(one);
        awaitCarrier(other);
    }

    private void awaitCarrier(String link) throws IOException {
        long endNs = System.nanoTime() + CARRIER_WAIT_NS;
        while (execute(List.of("ip", "netns", "exec", name, "grep", "-qx", "up", state(link)))
                != null) {
            if (System.nanoTime() - endNs > 0) {
                throw new IOException(link + ": not up after 30 s");
            }
            LockSupport.parkNanos(CARRIER_POLL_NS);
        }
    }

    /** Linux's file with the link's state, in the network namespace of its reader. */
    private static String state(String link) {
        return "/sys/class/net/" + link + "/operstate";
    }

    /** Runs {@code ip} in it. */
    public void ip(String arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "-n", name));
        command.addAll(List.of(arguments.split(" ")));
        require(command);
    }

    /** Runs a command in it. */
    public void run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", name));
        command.addAll(List.of(arguments));
        require(command);
    }

    private static void require(List<String> command) throws IOException {
        String refusal = execute(command);
        if (refusal != null) {
            throw new IOException(String.join(" ", command) + ": " + refusal);
        }
    }

    /** Runs a command; null, or why it failed. */
    private static String execute(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "does not end";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        return process.exitValue() == 0 ? null : output.strip();
    }

    @Override
    public void close() throws IOException {
        require(List.of("ip", "netns", "del", name));
    }
}
