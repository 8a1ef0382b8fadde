// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Beginnings of the frames that pass an interface, in both directions, with the times at which
 * Linux saw them: those that leave when they have left the queueing discipline, those that come
 * before any filter. Read through a packet socket (packet(7)) with SO_TIMESTAMPNS. The clock is the
 * machine's, so taps in different network namespaces can be compared. Not thread-safe, except
 * {@link #close}.
 */
public final class TimedTap implements AutoCloseable {

    /** Bytes of a frame that are read at most: headers of Ethernet, IP and TCP with options. */
    public static final int START_BYTES = 160;

    private static final int BATCH = 64;
    private static final int SO_TIMESTAMPNS = 35;
    private static final int ETH_P_ALL = 3;
    private static final int SOCKADDR_LL_BYTES = 20;
    private static final int POLLFD_BYTES = 8;
    private static final int REVENTS = 6;
    private static final int RECEIVE_BUFFER_BYTES = 8 << 20;

    /** An ancillary message: length, level and type, then a struct timespec of 64-bit Linux. */
    private static final int CONTROL_BYTES = 64;

    private static final int CONTROL_LEVEL = 8;
    private static final int CONTROL_TYPE = 12;
    private static final int SECONDS = 16;
    private static final int NANOSECONDS = 24;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final String name;
    private final int fd;
    private final MessageBatch batch = new MessageBatch(BATCH, START_BYTES, CONTROL_BYTES);
    private final Memory polled = new Memory(POLLFD_BYTES);
    private final byte[] start = new byte[START_BYTES];
    private boolean closed;

    private TimedTap(String name, int fd) {
        this.name = name;
        this.fd = fd;
        polled.setInt(0, fd);
        polled.setShort(4, Libc.POLLIN);
    }

    /** Receiver of what a tap reads. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Takes a frame.
         *
         * @param timeNs time at which Linux saw it, ns since 1970
         * @param start beginning of the frame, valid until this returns
         * @param length bytes of it that are there
         */
        void frame(long timeNs, byte[] start, int length);
    }

    /**
     * Opens an interface of this thread's network namespace. It does not become promiscuous.
     *
     * @param name of the interface
     * @throws IOException if the process may not (root, or CAP_NET_RAW), there is no such
     *     interface, or this is not Linux
     */
    public static TimedTap open(String name) throws IOException {
        Libc.require();
        LinkWatch.requireName(name);
        LinkWatch watch = new LinkWatch(name);
        int index = watch.index();
        watch.close();
        if (index == 0) {
            throw new IOException(name + ": there is no such interface");
        }
        // Without a protocol it receives nothing until it is bound, and then all has been set.
        int fd = Libc.socket(Libc.AF_PACKET, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            throw Libc.failure(name + ": packet socket");
        }
        TimedTap tap = new TimedTap(name, fd);
        try {
            tap.set(SO_TIMESTAMPNS, 1, "SO_TIMESTAMPNS");
            tap.set(Libc.SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES, "SO_RCVBUFFORCE");
            Memory address = new Memory(SOCKADDR_LL_BYTES);
            address.clear();
            address.setShort(0, (short) Libc.AF_PACKET);
            address.setShort(2, Short.reverseBytes((short) ETH_P_ALL));
            address.setInt(4, index);
            if (Libc.bind(fd, address, SOCKADDR_LL_BYTES) < 0) {
                throw Libc.failure(name + ": cannot be bound");
            }
            return tap;
        } catch (IOException e) {
            tap.close();
            throw e;
        }
    }

    private void set(int option, int value, String what) throws IOException {
        Memory memory = new Memory(4);
        memory.setInt(0, value);
        if (Libc.setsockopt(fd, Libc.SOL_SOCKET, option, memory, 4) < 0) {
            throw Libc.failure(name + ": " + what);
        }
    }

    /**
     * Reads what has passed, or waits for a frame.
     *
     * @param timeoutMs longest wait, ms
     * @return number of frames that the listener was given
     * @throws IOException if Linux refuses to wait
     */
    public int read(Listener listener, int timeoutMs) throws IOException {
        polled.setShort(REVENTS, (short) 0);
        int ready = Libc.poll(Pointer.nativeValue(polled), 1, timeoutMs);
        if (ready < 0 && Libc.errno() != Libc.EINTR) {
            throw Libc.failure(name + ": poll");
        }
        if (ready <= 0) {
            return 0;
        }
        int count = Libc.recvmmsg(fd, batch.address(0), BATCH, Libc.MSG_DONTWAIT, 0);
        for (int i = 0; i < count; i++) {
            long timeNs = timeNs(i);
            int length = Math.min(START_BYTES, batch.length(i));
            batch.frames().get(batch.offset(i), start, 0, length);
            batch.reset(i);
            if (timeNs > 0) {
                listener.frame(timeNs, start, length);
            }
        }
        return Math.max(0, count);
    }

    /** Time of a message; 0 if Linux has told none. */
    private long timeNs(int message) {
        ByteBuffer controls = batch.controls();
        int at = batch.controlOffset(message);
        if (batch.controlLength(message) < NANOSECONDS + Long.BYTES
                || controls.getInt(at + CONTROL_LEVEL) != Libc.SOL_SOCKET
                || controls.getInt(at + CONTROL_TYPE) != SO_TIMESTAMPNS) {
            return 0;
        }
        return controls.getLong(at + SECONDS) * NS_PER_SECOND + controls.getLong(at + NANOSECONDS);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Libc.close(fd);
        }
    }
}
