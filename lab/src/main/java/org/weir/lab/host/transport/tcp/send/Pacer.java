// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import org.weir.lab.engine.Alarm;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;

/**
 * Spaces segments over the round trip: twice the window's rate in slow start, else 1.2 times; or at
 * the pace that congestion control prescribes.
 */
final class Pacer {
    private static final double SLOW_START_RATIO = 2;
    private static final double RATIO = 1.2;

    private final Engine engine;
    private final boolean on;
    private final Alarm alarm;
    private long dueNs;

    /**
     * @param on whether there is a pace if congestion control prescribes none
     * @param whenDue runs when the next segment may go
     */
    Pacer(Engine engine, boolean on, Runnable whenDue) {
        this.engine = engine;
        this.on = on;
        alarm = new Alarm(engine, whenDue);
    }

    /** Time from which on the pace permits the next segment, ns. */
    long dueNs() {
        return dueNs;
    }

    /** Whether the next segment has to wait; if so, the pacer calls back. */
    boolean holdsBack() {
        if (dueNs <= engine.nowNs()) {
            return false;
        }
        alarm.set(dueNs);
        return true;
    }

    /** Pace of a congestion control, bytes/ns; infinite before the first round trip. */
    static double bytesPerNs(CongestionControl control, long smoothedRttNs) {
        double prescribed = control.paceBytesPerNs();
        if (prescribed > 0) {
            return prescribed;
        }
        double window = control.windowBytes();
        boolean slowStart = window < control.thresholdBytes() / 2;
        double ratio = slowStart ? SLOW_START_RATIO : RATIO;
        return ratio * window / smoothedRttNs;
    }

    /** Notes a segment that was sent. */
    void onSent(long bytes, CongestionControl control, long smoothedRttNs) {
        if (on || control.paceBytesPerNs() > 0) {
            long gapNs = Math.round(bytes / bytesPerNs(control, smoothedRttNs));
            dueNs = Math.max(dueNs, engine.nowNs()) + gapNs;
        }
    }

    /** Ends the pace. */
    void stop() {
        alarm.cancel();
    }
}
