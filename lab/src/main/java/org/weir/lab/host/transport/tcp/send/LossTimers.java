// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import org.weir.lab.engine.Alarm;
import org.weir.lab.engine.Engine;

/**
 * Timers of a sender: retransmission (RFC 6298), tail loss probe and reordering window (RFC 8985).
 */
final class LossTimers {
    private final Engine engine;
    private final RoundTripTimer roundTrip;
    private final Expiry expiry;
    private final Alarm timeout;
    private final Alarm probe;
    private final Alarm reorder;

    /** Receiver of expiries. */
    interface Expiry {
        /** The retransmission timer has expired. */
        void onTimeout();

        /** It is time for a tail loss probe. */
        void onProbe();

        /** The reordering window of a segment has passed. */
        void onReorderWindow();
    }

    LossTimers(Engine engine, RoundTripTimer roundTrip, Expiry expiry) {
        this.engine = engine;
        this.roundTrip = roundTrip;
        this.expiry = expiry;
        timeout = new Alarm(engine, this::timeoutExpired);
        probe = new Alarm(engine, this::probeDue);
        reorder = new Alarm(engine, expiry::onReorderWindow);
    }

    /** Starts the retransmission timer anew. */
    void restartTimeout() {
        timeout.set(engine.nowNs() + roundTrip.timeoutNs());
    }

    /** Starts the retransmission timer unless it runs. */
    void startTimeout() {
        if (!timeout.isSet()) {
            restartTimeout();
        }
    }

    /** Plans a probe after a silence, at the latest when the retransmission timer would expire. */
    void planProbe(long waitNs) {
        probe.set(Math.min(engine.nowNs() + waitNs, timeout.dueNs()));
    }

    /** Gives the planned probe up. */
    void cancelProbe() {
        probe.cancel();
    }

    /** Has losses be judged again after a time; 0 gives that up. */
    void judgeAfter(long waitNs) {
        if (waitNs > 0) {
            reorder.set(engine.nowNs() + waitNs);
        } else {
            reorder.cancel();
        }
    }

    /** Stops all timers. */
    void stop() {
        timeout.cancel();
        probe.cancel();
        reorder.cancel();
    }

    /** A probe that is due at the same time goes first. */
    private void timeoutExpired() {
        if (probe.isSet() && probe.dueNs() <= engine.nowNs()) {
            probe.cancel();
            probeDue();
        } else {
            expiry.onTimeout();
        }
    }

    private void probeDue() {
        restartTimeout();
        expiry.onProbe();
    }
}
