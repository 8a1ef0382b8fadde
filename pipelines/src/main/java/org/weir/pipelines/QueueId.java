// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

/** A queue of a switch: a class at an egress port. */
public final class QueueId implements Comparable<QueueId> {

    private final long port;
    private final int classIndex;

    /**
     * A queue.
     *
     * @param port port number
     * @param classIndex class, 0..7
     */
    public QueueId(long port, int classIndex) {
        this.port = port;
        this.classIndex = classIndex;
    }

    /** Port number. */
    public long port() {
        return port;
    }

    /** Class, 0..7. */
    public int classIndex() {
        return classIndex;
    }

    @Override
    public int compareTo(QueueId other) {
        int byPort = Long.compare(port, other.port);
        return byPort != 0 ? byPort : Integer.compare(classIndex, other.classIndex);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueueId
                && port == ((QueueId) other).port
                && classIndex == ((QueueId) other).classIndex;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * port + classIndex);
    }

    @Override
    public String toString() {
        return port + "/" + classIndex;
    }
}
