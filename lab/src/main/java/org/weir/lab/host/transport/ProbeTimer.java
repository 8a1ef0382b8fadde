// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import org.weir.lab.engine.Alarm;
import org.weir.lab.engine.Engine;

/**
 * Timer of one message: it fires when its sender has sent nothing and heard nothing for a while.
 */
final class ProbeTimer {
    private final ProbeTimes times;
    private final RoundTrip roundTrip;
    private final Engine engine;
    private final Alarm alarm;
    private int unanswered;

    /**
     * @param roundTrip of the message's way, which others add samples to
     * @param task probes, if the sender waits for nothing else
     */
    ProbeTimer(ProbeTimes times, RoundTrip roundTrip, Engine engine, Runnable task) {
        this.times = times;
        this.roundTrip = roundTrip;
        this.engine = engine;
        alarm = new Alarm(engine, task);
    }

    /** Begins to wait anew: something was sent, or it is not yet time to probe. */
    void restart() {
        alarm.set(engine.nowNs() + times.afterNs(roundTrip, unanswered));
    }

    /** A probe has left. */
    void onProbe() {
        unanswered++;
        restart();
    }

    /**
     * A status came.
     *
     * @param sampleNs time since the packet that caused it was sent
     */
    void onStatus(long sampleNs) {
        roundTrip.add(sampleNs);
        unanswered = 0;
        restart();
    }

    /** The message is through. */
    void stop() {
        alarm.cancel();
    }
}
