// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The TCP and UDP sockets of this network namespace, as proc_pid_net(5) lists them: local ports,
 * and the other ends of connected sockets. A list is read again when no socket in it has a flow,
 * but not before {@link #LEAST_AGE_NS}, and ten times as long as the last reading took, have passed
 * since then: forged feedback must not make the agent read all day. After {@link #MOST_AGE_NS} it
 * is read again in any case, as soon as that is allowed. {@link SocketLookup} reads these lists
 * only where Linux does not answer about one socket.
 */
public final class LocalSockets implements Predicate<FlowKey> {
    /** Least time between two readings of a list, ns. */
    static final long LEAST_AGE_NS = 100_000_000L;

    /** Least time between two readings of a list, in times that a reading takes. */
    static final long LEAST_AGE_READINGS = 10;

    /** Age from which a list is read again even if a socket in it has the flow, ns. */
    static final long MOST_AGE_NS = 10_000_000_000L;

    private static final Map<Integer, String> LISTS =
            Map.of(FlowKey.TCP, "tcp", FlowKey.UDP, "udp");

    /** States of TCP in which nothing is sent: TIME_WAIT, CLOSE and LISTEN. */
    private static final Set<String> SILENT_TCP = Set.of("06", "07", "0A");

    /** Other end of a socket that is not connected. */
    private static final String NOBODY = "";

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int WORD_BYTES = 4;
    private static final String IPV4_MAPPED = "0000000000000000FFFF0000";
    private static final String IPV4_MAPPED_BIG_ENDIAN = "00000000000000000000FFFF";

    private final Path folder;
    private final LongSupplier clockNs;
    private final Map<Integer, Sockets> sockets =
            Map.of(FlowKey.TCP, new Sockets(), FlowKey.UDP, new Sockets());

    /** A socket: its local port, and address and port of the other end as Linux writes them. */
    private record End(int port, String remote) {}

    private static final class Sockets {
        private Set<End> ends = new HashSet<>();

        /** Time before which the list is not read again, ns. */
        private long nextNs;

        /** Time of the end of the last reading, ns. */
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

    /**
     * True if a socket may send the flow: one with its local port that is connected with its other
     * end, or for UDP one that is not connected. For other protocols than TCP and UDP always true.
     */
    @Override
    public boolean test(FlowKey flow) {
        Sockets known = sockets.get(flow.protocol());
        if (known == null) {
            return true;
        }
        boolean found = has(known, flow);
        long nowNs = clockNs.getAsLong();
        if (found && nowNs - known.readNs < MOST_AGE_NS) {
            return true;
        }
        if (known.read && nowNs - known.nextNs < 0) {
            return found;
        }
        known.read = true;
        known.ends = new HashSet<>();
        readEnds(LISTS.get(flow.protocol()), known.ends);
        readEnds(LISTS.get(flow.protocol()) + "6", known.ends);
        long endNs = clockNs.getAsLong();
        known.readNs = endNs;
        known.nextNs = endNs + Math.max(LEAST_AGE_NS, LEAST_AGE_READINGS * (endNs - nowNs));
        return has(known, flow);
    }

    private static boolean has(Sockets known, FlowKey flow) {
        String remote = shown(flow.remote()) + ":" + HEX.toHexDigits((short) flow.remotePort());
        String mapped =
                ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                        ? IPV4_MAPPED
                        : IPV4_MAPPED_BIG_ENDIAN;
        return known.ends.contains(new End(flow.localPort(), remote))
                || !flow.isIpv6() && known.ends.contains(new End(flow.localPort(), mapped + remote))
                || flow.protocol() == FlowKey.UDP
                        && known.ends.contains(new End(flow.localPort(), NOBODY));
    }

    /** An address as Linux writes it: words of 32 bits as the machine stores them. */
    private static String shown(InetAddress address) {
        ByteBuffer words = ByteBuffer.wrap(address.getAddress()).order(ByteOrder.nativeOrder());
        StringBuilder text = new StringBuilder();
        while (words.remaining() >= WORD_BYTES) {
            text.append(HEX.toHexDigits(words.getInt()));
        }
        return text.toString();
    }

    private void readEnds(String list, Set<End> ends) {
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve(list))) {
            boolean tcp = list.startsWith("tcp");
            // "  0: 0100007F:1F90 00000000:0000 0A ...": local end, other end, state.
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.strip().split("\\s+", 5);
                int colon = words.length < 4 ? -1 : words[1].lastIndexOf(':');
                if (tcp && words.length >= 4 && SILENT_TCP.contains(words[3])) {
                    continue;
                }
                if (colon >= 0 && words[1].length() == colon + 5) {
                    int port = Integer.parseInt(words[1].substring(colon + 1), 16);
                    ends.add(new End(port, words[2].endsWith(":0000") ? NOBODY : words[2]));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // A kernel without this protocol has no list of its sockets.
        }
    }
}
