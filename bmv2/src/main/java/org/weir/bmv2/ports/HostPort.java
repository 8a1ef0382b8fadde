// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

/**
 * A network interface of this machine through which frames come and go. A thread of its own reads;
 * sending is for one thread at a time. Frames carry no frame check sequence.
 */
public interface HostPort extends AutoCloseable {

    /** Name of the interface. */
    String name();

    /**
     * Starts to read.
     *
     * @param frames is given each frame that comes in, on the port's own thread
     * @param link receives the link's state on the same thread: once at the start and then at each
     *     change
     * @throws IllegalStateException if it reads already, or has been closed
     */
    void start(FrameListener frames, LinkListener link);

    /**
     * Sends a frame now. Never waits: a frame that the interface does not take is counted as
     * dropped.
     *
     * @return whether the interface took it
     */
    boolean send(byte[] buffer, int offset, int length);

    /**
     * Takes a copy of a frame to be sent, at the latest with the next {@link #flush}. Cheaper than
     * {@link #send} for many frames.
     */
    void add(byte[] buffer, int offset, int length);

    /** Sends the frames that were added; those that the interface does not take are counted. */
    void flush();

    /** Whether the interface is up and its link carries frames. */
    boolean isUp();

    /** Counters of the port since it was opened. May be called on any thread. */
    HostPortCounters counters();

    /**
     * Ends reading and gives the interface back; one that the port has made is taken away. When
     * this returns no listener is called any more, unless a listener has called it. Does nothing
     * twice.
     */
    @Override
    void close();
}
