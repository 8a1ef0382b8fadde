// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.LinkedHashMap;
import java.util.Map;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IpAddress;

/**
 * Questions for addresses that nobody has answered. A question goes out of every port to hosts, so
 * the same one goes out ever more rarely, whoever asks it: many hosts may look for one that does
 * not exist. Before links are discovered a question could otherwise go round between switches for
 * ever, too.
 */
final class OpenQuestions {

    /** Time until a question goes out again, at first, ms; it doubles each time. */
    static final long FIRST_PAUSE_MS = 900;

    /** Longest time until a question goes out again, ms. */
    static final long LONGEST_PAUSE_MS = 30_000;

    private static final int MOST = 4096;

    /** Those that went out longest ago come first. */
    private final Map<String, Sent> sent =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Sent> eldest) {
                    return size() > MOST;
                }
            };

    private static final class Sent {
        final long timeMs;
        final long pauseMs;

        Sent(long timeMs, long pauseMs) {
            this.timeMs = timeMs;
            this.pauseMs = pauseMs;
        }
    }

    /**
     * Returns true if a question may go out now; then it counts as sent.
     *
     * @param frame the question, in the VLAN of the target
     * @param target the address that is looked for
     * @param nowMs monotonic time, ms
     */
    synchronized boolean ask(Ethernet frame, IpAddress target, long nowMs) {
        String key = key(frame, target);
        Sent before = sent.get(key);
        long pauseMs = FIRST_PAUSE_MS;
        if (before != null) {
            long sinceMs = nowMs - before.timeMs;
            if (sinceMs < before.pauseMs) {
                return false;
            }
            // Hosts that have asked nothing for so long begin anew.
            if (sinceMs < before.pauseMs + LONGEST_PAUSE_MS) {
                pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * before.pauseMs);
            }
        }
        sent.remove(key);
        sent.put(key, new Sent(nowMs, pauseMs));
        return true;
    }

    /**
     * Forgets a question that has its answer: the next one goes out at once.
     *
     * @param frame a frame in the VLAN of the target
     * @param target its address
     */
    synchronized void answered(Ethernet frame, IpAddress target) {
        sent.remove(key(frame, target));
    }

    /** Names an address in the VLAN of a frame. */
    static String key(Ethernet frame, IpAddress target) {
        return frame.getQinQVID() + " " + frame.getVlanID() + " " + target;
    }
}
