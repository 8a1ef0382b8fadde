// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.function.LongConsumer;
import org.weir.bmv2.time.Timeline;

/** Calls a port at the earliest of the times for which it asked. */
final class WakeTimer {

    private static final long NEVER = Long.MAX_VALUE;

    private final Timeline timeline;
    private final LongConsumer port;
    private final Runnable wake = this::wake;
    private long atNs = NEVER;

    /**
     * @param port takes the time for which it asked, ns; the timeline may be later
     */
    WakeTimer(Timeline timeline, LongConsumer port) {
        this.timeline = timeline;
        this.port = port;
    }

    /** Asks for a call at a time, ns; without effect if one is due earlier. */
    void wakeAt(long timeNs) {
        if (timeNs < atNs) {
            atNs = timeNs;
            timeline.schedule(timeNs, wake);
        }
    }

    private void wake() {
        // A time that was scheduled before an earlier one comes when nothing is asked for.
        long timeNs = atNs;
        if (timeNs <= timeline.nowNs()) {
            atNs = NEVER;
            port.accept(timeNs);
        }
    }
}
