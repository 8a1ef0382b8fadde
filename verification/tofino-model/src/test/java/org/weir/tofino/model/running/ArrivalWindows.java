// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.weir.tofino.model.CodelReferences;

/**
 * Reference for the arrival rates of the Tofino program, by the times that its own feedback or
 * reports tell. Those are times of departure, in units of a little more than a microsecond. So a
 * packet near the border of a window may have arrived in either, and its rate and the next ones are
 * not compared.
 */
final class ArrivalWindows {

    private record Packet(long earliestNs, long latestNs, long bytes) {}

    private final int windowBits;
    private final long marginNs;
    private final Deque<Packet> packets = new ArrayDeque<>();
    private int compared;

    /**
     * No packets so far.
     *
     * @param windowBits logarithm of the window's length in ns
     * @param marginNs longest time by which a packet arrived before the time that is given for it
     */
    ArrivalWindows(int windowBits, long marginNs) {
        this.windowBits = windowBits;
        this.marginNs = marginNs;
    }

    /**
     * Adds a packet.
     *
     * @param bytes bytes that the rate counts
     * @param byUs time at which it had arrived, by the program
     */
    void add(long bytes, long byUs) {
        long latest = nanoseconds(byUs + 1) - 1;
        packets.add(new Packet(nanoseconds(byUs) - marginNs, latest, bytes));
        while (packets.getFirst().latestNs() < latest - (4L << windowBits)) {
            packets.removeFirst();
        }
    }

    /** Earliest time that the program's clock tells as so many microseconds. */
    static long nanoseconds(long us) {
        long low = 0;
        long high = us << 11;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (CodelReferences.Tofino.microseconds(middle) >= us) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Compares the rate of the packet added last, if its windows are certain. */
    void check(long rateKbps, String name) {
        long window = packets.getLast().latestNs() >> windowBits;
        long present = 0;
        long last = 0;
        Iterator<Packet> newestFirst = packets.descendingIterator();
        while (newestFirst.hasNext()) {
            Packet packet = newestFirst.next();
            long of = packet.latestNs() >> windowBits;
            if (of < window - 2) {
                break;
            }
            if (packet.earliestNs() >> windowBits != of) {
                return;
            }
            present += of == window ? packet.bytes() : 0;
            last += of == window - 1 ? packet.bytes() : 0;
        }
        long bytes = Math.max(present, last) << 25 - windowBits;
        assertThat(rateKbps)
                .as("arrival rate, %s", name)
                .isEqualTo((bytes >> 2) - ((bytes >> 7) + (bytes >> 8)));
        compared++;
    }

    /** Rates that were compared. */
    int compared() {
        return compared;
    }
}
