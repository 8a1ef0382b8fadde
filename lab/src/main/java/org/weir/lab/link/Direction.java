// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.link;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.weir.lab.engine.Engine;

/** One direction of a {@link Link}. Frames arrive in the order in which they were sent. */
public final class Direction implements Consumer<byte[]> {
    private static final int INITIAL_SLOTS = 8;

    private final Engine engine;
    private final long delayNs;
    private final double lossFraction;
    private final SplittableRandom random;
    private final Runnable arrive = this::arrive;

    /** Frames under way in their order, a ring: all take the same time. */
    private byte[][] frames = new byte[INITIAL_SLOTS][];

    /** Number of cuts of the cable when each of them was sent. */
    private int[] cutsAtSend = new int[INITIAL_SLOTS];

    private int head;
    private int size;
    private Consumer<byte[]> receiver = frame -> {};
    private FramePool pool;
    private boolean up = true;
    private int cuts;
    private long sentFrames;
    private long deliveredFrames;
    private long lostFrames;

    Direction(Engine engine, long delayNs, double lossFraction, long seed) {
        this.engine = engine;
        this.delayNs = delayNs;
        this.lossFraction = lossFraction;
        this.random = new SplittableRandom(seed);
    }

    /** Sets where frames arrive that may be kept. */
    public void connect(Consumer<byte[]> newReceiver) {
        receiver = newReceiver;
        pool = null;
    }

    /**
     * Sets where frames arrive that keeps none of them.
     *
     * @param arrived takes them when the receiver has done with them
     */
    public void connect(Consumer<byte[]> newReceiver, FramePool arrived) {
        receiver = newReceiver;
        pool = arrived;
    }

    /**
     * Shows every frame that arrives to an observer too, just before its receiver gets it. The
     * observer may keep them.
     */
    public void observe(Consumer<byte[]> observer) {
        receiver = observer.andThen(receiver);
        pool = null;
    }

    /** Takes a frame whose last bit leaves the sender now. */
    @Override
    public void accept(byte[] frame) {
        sentFrames++;
        if (!up || (lossFraction > 0 && random.nextDouble() < lossFraction)) {
            lostFrames++;
            return;
        }
        if (size == frames.length) {
            widen();
        }
        int tail = (head + size++) & (frames.length - 1);
        frames[tail] = frame;
        cutsAtSend[tail] = cuts;
        engine.scheduleAfter(delayNs, arrive);
    }

    void setUp(boolean newUp) {
        if (up && !newUp) {
            cuts++;
        }
        up = newUp;
    }

    private void widen() {
        int slots = frames.length;
        byte[][] widerFrames = new byte[slots * 2][];
        int[] widerCuts = new int[slots * 2];
        for (int i = 0; i < size; i++) {
            widerFrames[i] = frames[(head + i) & (slots - 1)];
            widerCuts[i] = cutsAtSend[(head + i) & (slots - 1)];
        }
        frames = widerFrames;
        cutsAtSend = widerCuts;
        head = 0;
    }

    private void arrive() {
        byte[] frame = frames[head];
        int cutsBefore = cutsAtSend[head];
        frames[head] = null;
        head = (head + 1) & (frames.length - 1);
        size--;
        if (cutsBefore != cuts) {
            lostFrames++;
            return;
        }
        deliveredFrames++;
        receiver.accept(frame);
        if (pool != null) {
            pool.giveBack(frame);
        }
    }

    /** Frames that entered. */
    public long sentFrames() {
        return sentFrames;
    }

    /** Frames that have arrived at the other end. */
    public long deliveredFrames() {
        return deliveredFrames;
    }

    /** Frames lost at random or because the link was down. */
    public long lostFrames() {
        return lostFrames;
    }

    /** Frames now under way; those that a cut has hit are lost when they would arrive. */
    public long inFlightFrames() {
        return size;
    }
}
