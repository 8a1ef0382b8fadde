// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.function.Consumer;
import org.weir.bmv2.time.Timeline;

/** Frames that have left a port and have not arrived: they arrive in their order after a delay. */
final class Propagation {

    private static final int INITIAL_SLOTS = 16;

    private final long delayNs;
    private final Timeline timeline;
    private final Consumer<Object> arrival;
    private final Consumer<Object> loss;
    private final Runnable arrive = this::arrive;
    private Object[] slots = new Object[INITIAL_SLOTS];
    private int head;
    private int size;

    /** Arrivals to come, first of all, whose frames have been lost. */
    private int lostAhead;

    private long lost;

    /**
     * A line.
     *
     * @param arrival takes a frame that arrives
     * @param loss takes one that is lost
     */
    Propagation(long delayNs, Timeline timeline, Consumer<Object> arrival, Consumer<Object> loss) {
        this.delayNs = delayNs;
        this.timeline = timeline;
        this.arrival = arrival;
        this.loss = loss;
    }

    int size() {
        return size;
    }

    long lost() {
        return lost;
    }

    /** Takes a frame whose last bit leaves at a time. */
    void launch(Object frame, long timeNs) {
        if (delayNs == 0) {
            arrival.accept(frame);
            return;
        }
        if (size == slots.length) {
            Object[] wider = new Object[slots.length * 2];
            int first = slots.length - head;
            System.arraycopy(slots, head, wider, 0, first);
            System.arraycopy(slots, 0, wider, first, head);
            slots = wider;
            head = 0;
        }
        slots[(head + size) & (slots.length - 1)] = frame;
        size++;
        timeline.schedule(timeNs + delayNs, arrive);
    }

    private void arrive() {
        if (lostAhead > 0) {
            lostAhead--;
        } else {
            arrival.accept(remove());
        }
    }

    private Object remove() {
        Object frame = slots[head];
        slots[head] = null;
        head = (head + 1) & (slots.length - 1);
        size--;
        return frame;
    }

    /** Loses all frames. */
    void cut() {
        lost += size;
        lostAhead += size;
        while (size > 0) {
            loss.accept(remove());
        }
    }
}
