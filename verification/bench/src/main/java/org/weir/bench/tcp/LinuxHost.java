// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.runner.shell.Command;

/**
 * A Linux host in a network namespace.
 *
 * @param namespace name of the namespace
 */
record LinuxHost(String namespace) {
    /** Interface of each host. */
    static final String INTERFACE = "eth0";

    /** Room for a window of every case, so that only congestion limits the senders, bytes. */
    private static final String BUFFERS = "4096 16777216 67108864";

    /** Linux's own limit of an interface. */
    private static final int MOST_BURST_SEGMENTS = 65_535;

    /** Writes the MAC address of a peer into the host's list, so that nobody has to answer ARP. */
    void knowNeighbour(String ipv4, String mac) throws IOException {
        batch("neigh replace %s lladdr %s dev %s%n".formatted(ipv4, mac, INTERFACE));
    }

    /**
     * Prepares TCP to a peer. The host sends and takes segments one by one.
     *
     * @param peer IPv4 address
     * @param congestionControl Linux's name of it
     * @param ecn whether connections use ECN of RFC 3168
     */
    void prepare(String peer, String congestionControl, boolean ecn) throws IOException {
        // The congestion control of a route needs no change of what the machine allows.
        batch(
                "route replace %s/32 dev %s congctl %s%n"
                        .formatted(peer, INTERFACE, congestionControl));
        run("ethtool", "-K", INTERFACE, "tso", "off", "gso", "off", "gro", "off");
        // TCP builds large segments also for an interface without offloads. Linux then splits them,
        // and their frames leave back to back.
        batch("link set dev %s gso_max_segs 1%n".formatted(INTERFACE));
        Map<String, String> settings =
                new TreeMap<>(
                        Map.of(
                                "tcp_ecn",
                                ecn ? "1" : "0",
                                // A lost SYN would make its flow one without ECN.
                                "tcp_ecn_fallback",
                                "0",
                                "tcp_no_metrics_save",
                                "1",
                                "tcp_rmem",
                                BUFFERS,
                                "tcp_wmem",
                                BUFFERS));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            run("sysctl", "-qw", "net.ipv4." + setting.getKey() + "=" + setting.getValue());
        }
    }

    /** Lets TCP send bursts as it does without {@link #prepare}. */
    void allowBursts() throws IOException {
        batch("link set dev %s gso_max_segs %d%n".formatted(INTERFACE, MOST_BURST_SEGMENTS));
    }

    /** Limits the rate at which the host sends, bit/s. */
    void limitRate(long rateBps) throws IOException {
        List<String> line = new ArrayList<>(List.of("tc", "qdisc", "replace", "dev", INTERFACE));
        line.addAll(List.of("root", "tbf", "rate", rateBps + "bit"));
        line.addAll(List.of("burst", "3100", "limit", "1000000"));
        run(line.toArray(String[]::new));
    }

    /** ICMP messages "destination unreachable" that the host has sent since its start. */
    long icmpErrorsSent() throws IOException {
        List<String[]> icmp =
                run("cat", "/proc/net/snmp")
                        .lines()
                        .filter(line -> line.startsWith("Icmp: "))
                        .map(line -> line.split(" "))
                        .toList();
        return Long.parseLong(icmp.get(1)[List.of(icmp.get(0)).indexOf("OutDestUnreachs")]);
    }

    private void batch(String lines) throws IOException {
        Command.require(List.of("ip", "-n", namespace, "-batch", "-"), lines);
    }

    /** Runs a command in the host and returns what it printed. */
    String run(String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        whole.addAll(List.of(command));
        Command.Outcome outcome = Command.run(whole, "");
        if (outcome.exitCode() != 0) {
            throw new IOException(String.join(" ", whole) + ": " + outcome.firstLine());
        }
        return outcome.output();
    }
}
