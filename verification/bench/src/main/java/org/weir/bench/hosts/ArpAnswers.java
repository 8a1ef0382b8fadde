// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.bmv2.ports.TimedTap;

/**
 * Times in which the controller answers a host's ARP requests for another host. Each question waits
 * for its answer; the next one follows a tenth of a second later.
 */
final class ArpAnswers {
    private static final int ARP = 0x0806;
    private static final int REPLY = 2;
    private static final int POLL_MS = 20;
    private static final long GAP_MS = 100;
    private static final long LONGEST_NS = 1_000_000_000L;
    private static final double NS_PER_MS = 1e6;

    private final List<Double> answeredMs = new ArrayList<>();
    private int asked;

    /**
     * Asks for a time.
     *
     * @param namespace namespace of the host that asks
     * @param mac its Ethernet address
     * @param source its IPv4 address
     * @param target IPv4 address of the other host
     */
    static ArpAnswers ask(String namespace, long mac, int source, int target, double seconds)
            throws IOException, InterruptedException {
        ArpAnswers answers = new ArpAnswers();
        byte[] question = ArpFlood.arp(mac, source, target);
        HostPort port = NetworkNamespace.call(namespace, () -> PacketSocketPort.open("eth0"));
        TimedTap tap = NetworkNamespace.call(namespace, () -> TimedTap.open("eth0"));
        try (port;
                tap) {
            long endNs = System.nanoTime() + Math.round(seconds * LONGEST_NS);
            while (System.nanoTime() < endNs) {
                answers.ask(port, tap, question, target);
                TimeUnit.MILLISECONDS.sleep(GAP_MS);
            }
        }
        return answers;
    }

    private void ask(HostPort port, TimedTap tap, byte[] question, int target) throws IOException {
        long startNs = System.nanoTime();
        port.send(question, 0, question.length);
        asked++;
        boolean[] answered = new boolean[1];
        while (!answered[0] && System.nanoTime() - startNs < LONGEST_NS) {
            tap.read((ns, start, n) -> answered[0] |= isAnswer(start, n, target), POLL_MS);
        }
        if (answered[0]) {
            answeredMs.add((System.nanoTime() - startNs) / NS_PER_MS);
        }
    }

    private static boolean isAnswer(byte[] start, int length, int target) {
        ByteBuffer frame = ByteBuffer.wrap(start, 0, length);
        return length >= 42
                && (frame.getShort(12) & 0xffff) == ARP
                && frame.getShort(20) == REPLY
                && frame.getInt(28) == target;
    }

    /** Number of questions. */
    int asked() {
        return asked;
    }

    /** Number of questions that were answered within a second. */
    int answered() {
        return answeredMs.size();
    }

    /** Median time to an answer, ms; NaN without answers. */
    double medianMs() {
        return quantileMs(0.5);
    }

    /** A quantile of the times to an answer, ms; NaN without answers. */
    double quantileMs(double part) {
        List<Double> sorted = answeredMs.stream().sorted().toList();
        return sorted.isEmpty()
                ? Double.NaN
                : sorted.get((int) Math.min(sorted.size() - 1, Math.floor(part * sorted.size())));
    }
}
