// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.Objects;

/**
 * Identity of a physical queue: pipe, port group in the pipe, queue in the port group. Immutable.
 */
public final class QueueKey {
    private final int pipe;
    private final int portGroup;
    private final int queue;

    /**
     * @param pipe pipe of the port
     * @param portGroup {@code pg_id}
     * @param queue {@code pg_queue}
     */
    public QueueKey(int pipe, int portGroup, int queue) {
        this.pipe = pipe;
        this.portGroup = portGroup;
        this.queue = queue;
    }

    /** Pipe of the port. */
    public int pipe() {
        return pipe;
    }

    /** {@code pg_id}: the port group in the pipe. */
    public int portGroup() {
        return portGroup;
    }

    /** {@code pg_queue}: the queue in the port group. */
    public int queue() {
        return queue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueueKey
                && pipe == ((QueueKey) other).pipe
                && portGroup == ((QueueKey) other).portGroup
                && queue == ((QueueKey) other).queue;
    }

    @Override
    public int hashCode() {
        return Objects.hash(pipe, portGroup, queue);
    }

    @Override
    public String toString() {
        return "pipe " + pipe + " pg_id " + portGroup + " pg_queue " + queue;
    }
}
