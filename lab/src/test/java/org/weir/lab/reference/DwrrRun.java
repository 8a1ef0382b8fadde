// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Run of deficit weighted round robin (Shreedhar and Varghese 1996), as an ASIC's scheduler has it,
 * for each class with the queue limit of the settings and a quantum in proportion to its share. An
 * average quantum is {@value #MEAN_QUANTUM_BYTES} bytes; a deficit too small for a packet stays for
 * the next round.
 */
final class DwrrRun {
    private static final double MEAN_QUANTUM_BYTES = 1500;

    private final ReferencePort port;
    private final Deque<Long>[] queues;
    private final double[] deficit;
    private final double[] quantum;
    private final double[][] waits;
    private final int[] served;
    private final long[] arrived;
    private final long[] dropped;
    private final int[] next;
    private int turn;
    private boolean granted;
    private int waiting;

    @SuppressWarnings("unchecked")
    private DwrrRun(ReferencePort port) {
        this.port = port;
        queues = new Deque[port.classes];
        quantum = new double[port.classes];
        waits = new double[port.classes][];
        for (int i = 0; i < port.classes; i++) {
            queues[i] = new ArrayDeque<>();
            quantum[i] = MEAN_QUANTUM_BYTES * port.classes * port.share(i);
            waits[i] = new double[port.times[i].length];
        }
        deficit = new double[port.classes];
        served = new int[port.classes];
        arrived = new long[port.classes];
        dropped = new long[port.classes];
        next = new int[port.classes];
    }

    static Outcome[] of(ReferencePort port) {
        return new DwrrRun(port).run();
    }

    private Outcome[] run() {
        long now = 0;
        while (now < port.endNs) {
            takeArrivals(now);
            if (waiting == 0) {
                now = nextArrival();
                continue;
            }
            int chosen = choose();
            long since = queues[chosen].removeFirst();
            waiting--;
            if (since >= port.warmUpNs()) {
                waits[chosen][served[chosen]++] = (now - since) / 1e6;
            }
            now += Math.round(8e9 * port.bytes[chosen] / port.rateBps);
        }
        Outcome[] outcomes = new Outcome[port.classes];
        for (int i = 0; i < port.classes; i++) {
            outcomes[i] = Outcome.of(waits[i], served[i], arrived[i], dropped[i]);
        }
        return outcomes;
    }

    private void takeArrivals(long now) {
        for (int i = 0; i < port.classes; i++) {
            while (next[i] < port.times[i].length && port.times[i][next[i]] <= now) {
                long at = port.times[i][next[i]++];
                boolean counts = at >= port.warmUpNs();
                arrived[i] += counts ? 1 : 0;
                if (queues[i].size() >= port.settings.get(i).limitPackets()) {
                    dropped[i] += counts ? 1 : 0;
                } else {
                    queues[i].addLast(at);
                    waiting++;
                }
            }
        }
    }

    private long nextArrival() {
        long earliest = port.endNs;
        for (int i = 0; i < port.classes; i++) {
            if (next[i] < port.times[i].length) {
                earliest = Math.min(earliest, port.times[i][next[i]]);
            }
        }
        return earliest;
    }

    private int choose() {
        while (true) {
            if (!queues[turn].isEmpty()) {
                if (!granted) {
                    deficit[turn] += quantum[turn];
                    granted = true;
                }
                if (deficit[turn] >= port.bytes[turn]) {
                    deficit[turn] -= port.bytes[turn];
                    return turn;
                }
            } else {
                deficit[turn] = 0;
            }
            turn = (turn + 1) % port.classes;
            granted = false;
        }
    }
}
