// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.AccessDeniedException;

/**
 * Copies of those frames that an interface receives and that a program passes, read through a
 * packet socket (packet(7)). Linux hands frames to packet sockets before its traffic control looks
 * at what has come in (clsact), so they are read here even where a filter drops them there. Not
 * thread-safe, except {@link #close}.
 */
public final class PacketTap implements AutoCloseable {

    private static final int SOL_PACKET = 263;
    private static final int PACKET_STATISTICS = 6;
    private static final int PACKET_IGNORE_OUTGOING = 23;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int ETH_P_ALL = 3;
    private static final int SOCKADDR_LL_BYTES = 20;
    private static final int SOCK_FPROG_BYTES = 16;
    private static final int MAX_FRAME_BYTES = 65536;
    private static final int POLLFD_BYTES = 8;
    private static final int REVENTS = 6;

    private final String name;
    private final int fd;
    private final Memory frame = new Memory(MAX_FRAME_BYTES);
    private final Memory polled = new Memory(POLLFD_BYTES);
    private final Memory statistics = new Memory(8);
    private final Memory length = new Memory(4);
    private long dropped;
    private boolean closed;

    private PacketTap(String name, int fd) {
        this.name = name;
        this.fd = fd;
        polled.setInt(0, fd);
        polled.setShort(4, Libc.POLLIN);
    }

    /**
     * Opens an interface of this thread's network namespace. It does not become promiscuous.
     *
     * @param name of the interface, for messages
     * @param index its number, as {@link java.net.NetworkInterface#getIndex} tells it
     * @param passes program that answers 0 for frames that are not wanted, and 65535 or more for
     *     others
     * @throws IOException if the process may not (root, or CAP_NET_RAW), there is no such
     *     interface, or this is not Linux
     */
    public static PacketTap open(String name, int index, BpfProgram passes) throws IOException {
        Libc.require();
        // Without a protocol it receives nothing until it is bound, and then all has been set.
        int fd = Libc.socket(Libc.AF_PACKET, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0 && Libc.errno() == Libc.EPERM) {
            throw new AccessDeniedException(name, null, "a packet socket needs root (CAP_NET_RAW)");
        }
        if (fd < 0) {
            throw Libc.failure(name + ": packet socket");
        }
        PacketTap tap = new PacketTap(name, fd);
        try {
            tap.attach(passes);
            Memory one = new Memory(4);
            one.setInt(0, 1);
            if (Libc.setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, one, 4) < 0) {
                throw Libc.failure(name + ": PACKET_IGNORE_OUTGOING (Linux 4.20)");
            }
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

    private void attach(BpfProgram program) throws IOException {
        byte[] filter = program.toFilter();
        Memory instructions = new Memory(filter.length);
        instructions.write(0, filter, 0, filter.length);
        Memory header = new Memory(SOCK_FPROG_BYTES);
        header.clear();
        header.setShort(0, (short) program.length());
        header.setPointer(8, instructions);
        if (Libc.setsockopt(fd, Libc.SOL_SOCKET, SO_ATTACH_FILTER, header, SOCK_FPROG_BYTES) < 0) {
            throw Libc.failure(name + ": SO_ATTACH_FILTER");
        }
    }

    /**
     * Waits for a frame.
     *
     * @param buffer takes the frame's first bytes
     * @param timeoutMs longest wait, ms
     * @return length of the frame, which may exceed the buffer's; 0 if none came
     * @throws IOException if Linux refuses to read
     */
    public int read(byte[] buffer, int timeoutMs) throws IOException {
        polled.setShort(REVENTS, (short) 0);
        int ready = Libc.poll(Pointer.nativeValue(polled), 1, timeoutMs);
        if (ready < 0 && Libc.errno() != Libc.EINTR) {
            throw Libc.failure(name + ": poll");
        }
        if (ready <= 0) {
            return 0;
        }
        long bytes = Libc.recv(fd, Pointer.nativeValue(frame), MAX_FRAME_BYTES, Libc.MSG_DONTWAIT);
        if (bytes < 0) {
            int error = Libc.errno();
            // An interface that goes down says so once, and may come up again.
            if (error == Libc.EAGAIN || error == Libc.EINTR || error == Libc.ENETDOWN) {
                return 0;
            }
            throw Libc.failure(name);
        }
        frame.read(0, buffer, 0, (int) Math.min(bytes, buffer.length));
        return (int) bytes;
    }

    /**
     * Sends a frame by the interface, through its queueing discipline.
     *
     * @return false if Linux has no room for it now, or the interface is down
     * @throws IOException if Linux refuses to send
     */
    public boolean send(byte[] bytes) throws IOException {
        Memory out = new Memory(bytes.length);
        out.write(0, bytes, 0, bytes.length);
        if (Libc.send(fd, Pointer.nativeValue(out), bytes.length, Libc.MSG_DONTWAIT) >= 0) {
            return true;
        }
        int error = Libc.errno();
        if (error == Libc.EAGAIN
                || error == Libc.EINTR
                || error == Libc.ENOBUFS
                || error == Libc.ENETDOWN) {
            return false;
        }
        throw Libc.failure(name + ": send");
    }

    /** Frames so far that came faster than they were read. */
    public synchronized long dropped() {
        length.setInt(0, 8);
        // Linux starts to count anew each time it is asked: packets, then drops among them.
        if (!closed
                && Libc.getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, statistics, length) == 0) {
            dropped += statistics.getInt(4) & 0xffffffffL;
        }
        return dropped;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Libc.close(fd);
        }
    }
}
