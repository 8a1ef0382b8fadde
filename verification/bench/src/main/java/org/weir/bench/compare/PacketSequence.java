// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * A given number of frames, made when they are asked for: in their order, or the next one of a port
 * whatever comes before it at other ports.
 */
final class PacketSequence {

    /** A frame and its place in the order, from 0. */
    record Numbered(long number, InputFrame frame) {}

    private final Supplier<InputFrame> source;
    private final long packets;
    private final Queue<InputFrame> inOrder = new ArrayDeque<>();
    private final Map<Integer, Queue<Numbered>> byPort = new HashMap<>();
    private long made;

    PacketSequence(Supplier<InputFrame> source, long packets) {
        this.source = source;
        this.packets = packets;
    }

    /** The next frame in order; null after the last. */
    InputFrame next() {
        if (inOrder.isEmpty() && made < packets) {
            make();
        }
        return inOrder.poll();
    }

    /** The next frame of a port; null after its last. */
    Numbered nextOf(int port) {
        Queue<Numbered> waiting = byPort.computeIfAbsent(port, key -> new ArrayDeque<>());
        while (waiting.isEmpty() && made < packets) {
            make();
        }
        return waiting.poll();
    }

    private void make() {
        InputFrame frame = source.get();
        inOrder.add(frame);
        byPort.computeIfAbsent(frame.port(), key -> new ArrayDeque<>())
                .add(new Numbered(made, frame));
        made++;
    }
}
