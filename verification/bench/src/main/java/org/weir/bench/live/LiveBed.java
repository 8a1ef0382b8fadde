// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;

/**
 * Three network namespaces: two hosts, and a switch with a veth pair to each. Both hosts know the
 * other's address, so nothing but what a program sends is on the way.
 */
final class LiveBed implements AutoCloseable {
    /** Interface of each host. */
    static final String INTERFACE = "eth0";

    private static final String PREFIX = "weirlive-";
    private static final Pattern OURS =
            Pattern.compile(Pattern.quote(PREFIX) + "(\\d{1,10})-[a-z0-9]+");
    private static final Pattern RECEIVED =
            Pattern.compile("RX:\\s+bytes\\s+packets.*?\\n\\s*\\d+\\s+(\\d+)", Pattern.DOTALL);
    private static final int HOSTS = 2;

    private final String begin = PREFIX + ProcessHandle.current().pid() + "-";
    private final Thread atExit = new Thread(this::remove, "end-namespaces");

    /**
     * Makes the namespaces, and takes away those that killed runs have left.
     *
     * @throws IOException if one cannot be made; nothing is left then
     */
    LiveBed() throws IOException {
        removeLeftovers();
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            make();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void make() throws IOException {
        for (String name : names()) {
            Command.require(List.of("ip", "netns", "add", name), "");
        }
        ip(switchNamespace(), "link set lo up\n");
        for (int host = 1; host <= HOSTS; host++) {
            String port = port(host);
            String link =
                    "link add name %1$s type veth peer name %2$s address %3$s netns %4$s\n"
                                    .formatted(port, INTERFACE, mac(host), hostNamespace(host))
                            + "link set %1$s addrgenmode none\nlink set %1$s up\n".formatted(port);
            ip(switchNamespace(), link);
        }
        for (int host = 1; host <= HOSTS; host++) {
            int other = HOSTS + 1 - host;
            ip(
                    hostNamespace(host),
                    """
                    link set lo up
                    link set %1$s addrgenmode none
                    link set %1$s up
                    address add %2$s/24 dev %1$s
                    neigh add %3$s lladdr %4$s dev %1$s
                    """
                            .formatted(INTERFACE, address(host), address(other), mac(other)));
        }
    }

    private static void ip(String namespace, String batch) throws IOException {
        Command.require(List.of("ip", "-n", namespace, "-batch", "-"), batch);
    }

    private List<String> names() {
        return List.of(switchNamespace(), hostNamespace(1), hostNamespace(2));
    }

    /** Namespace of the switch. */
    String switchNamespace() {
        return begin + "switch";
    }

    /** Namespace of host 1 or 2. */
    String hostNamespace(int host) {
        return begin + "h" + host;
    }

    /** The switch's interface to a host, which is at its port of the host's number. */
    static String port(int host) {
        return "v" + host;
    }

    /** Ethernet address of a host. */
    static String mac(int host) {
        return "02:00:00:00:00:0" + host;
    }

    /** IPv4 address of a host. */
    static String address(int host) {
        return "192.0.2." + host;
    }

    /** Command that runs a program in a namespace, in the same process. */
    static List<String> inside(String namespace, List<String> command) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        whole.addAll(command);
        return whole;
    }

    /** Makes hosts complete checksums themselves, and send no aggregates, or not any more. */
    void setOffloads(boolean on) throws IOException {
        for (int host = 1; host <= HOSTS; host++) {
            String value = on ? "on" : "off";
            List<String> command =
                    List.of("ethtool", "-K", INTERFACE, "tx", value, "tso", value, "gso", value);
            Command.require(inside(hostNamespace(host), command), "");
        }
    }

    /** Frames that a host's interface has received. */
    long received(int host) throws IOException {
        List<String> command =
                List.of("ip", "-n", hostNamespace(host), "-s", "link", "show", INTERFACE);
        String output = Command.run(command, "").output();
        Matcher counters = RECEIVED.matcher(output);
        if (!counters.find()) {
            throw new IOException("ip -s link: no counters of received frames");
        }
        return Long.parseLong(counters.group(1));
    }

    private static void removeLeftovers() throws IOException {
        for (String line : Command.run(List.of("ip", "netns", "list"), "").output().split("\n")) {
            String name = line.strip().split("\\s")[0];
            Matcher parts = OURS.matcher(name);
            if (parts.matches() && ProcessHandle.of(Long.parseLong(parts.group(1))).isEmpty()) {
                NetworkNamespaces.remove(name);
            }
        }
    }

    private synchronized void remove() {
        for (String name : names()) {
            try {
                if (Files.exists(Path.of("/var/run/netns", name))) {
                    NetworkNamespaces.remove(name);
                }
            } catch (IOException e) {
                System.err.println("weir bench live: " + e.getMessage());
            }
        }
    }

    /** Ends what runs in the namespaces, and removes them with their interfaces. */
    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The end of this process is under way, and does the same.
        }
    }
}
