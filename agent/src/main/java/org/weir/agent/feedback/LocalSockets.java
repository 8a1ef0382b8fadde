// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The local ports of this network namespace's TCP and UDP sockets, as proc_pid_net(5) lists them. A
 * list is read again when a port is not in it, but at most once per {@link #LEAST_AGE_NS}: forged
 * feedback must not make the agent read all day.
 */
public final class LocalSockets implements Predicate<FlowKey> {
    /** Least time between two readings of a list, ns. */
    static final long LEAST_AGE_NS = 100_000_000L;

    private static final Map<Integer, String> LISTS =
            Map.of(FlowKey.TCP, "tcp", FlowKey.UDP, "udp");

    private final Path folder;
    private final LongSupplier clockNs;
    private final Map<Integer, Ports> ports =
            Map.of(FlowKey.TCP, new Ports(), FlowKey.UDP, new Ports());

    private static final class Ports {
        private BitSet numbers = new BitSet();
        private long readNs;
        private boolean read;
    }

    /**
     * @param folder with the files tcp, tcp6, udp, udp6: /proc/self/net
     * @param clockNs clock that never goes back, ns
     */
    public LocalSockets(Path folder, LongSupplier clockNs) {
        this.folder = folder;
        this.clockNs = clockNs;
    }

    /** True if a socket has the flow's local port; for other protocols than TCP and UDP always. */
    @Override
    public boolean test(FlowKey flow) {
        Ports known = ports.get(flow.protocol());
        if (known == null || known.numbers.get(flow.localPort())) {
            return true;
        }
        long nowNs = clockNs.getAsLong();
        if (known.read && nowNs - known.readNs < LEAST_AGE_NS) {
            return false;
        }
        known.read = true;
        known.readNs = nowNs;
        known.numbers = new BitSet();
        readPorts(LISTS.get(flow.protocol()), known.numbers);
        readPorts(LISTS.get(flow.protocol()) + "6", known.numbers);
        return known.numbers.get(flow.localPort());
    }

    private void readPorts(String list, BitSet numbers) {
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve(list))) {
            // "  0: 0100007F:1F90 00000000:0000 0A ...": the second word ends with the port.
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.strip().split("\\s+", 3);
                int colon = words.length < 3 ? -1 : words[1].lastIndexOf(':');
                if (colon >= 0 && words[1].length() == colon + 5) {
                    numbers.set(Integer.parseInt(words[1].substring(colon + 1), 16));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // A kernel without this protocol has no list of its sockets.
        }
    }
}
