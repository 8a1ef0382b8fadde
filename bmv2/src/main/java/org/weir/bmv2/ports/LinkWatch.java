// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Watches an interface: a descriptor that becomes readable when any interface changes (rtnetlink's
 * link group, rtnetlink(7)), and the state of this one (netdevice(7)). It stays in the network
 * namespace in which it was made.
 */
final class LinkWatch {

    /** Longest name of an interface, in bytes. */
    static final int MAX_NAME_BYTES = 15;

    /** Size of {@code struct ifreq}: the name, then a union. */
    private static final int IFREQ_BYTES = 40;

    private static final int IFREQ_VALUE = 16;

    private static final long SIOCGIFFLAGS = 0x8913;
    private static final long SIOCSIFFLAGS = 0x8914;
    private static final long SIOCGIFINDEX = 0x8933;

    private static final int IFF_UP = 1;
    private static final int IFF_RUNNING = 0x40;

    private static final int NETLINK_ROUTE = 0;
    private static final int RTMGRP_LINK = 1;

    private static final int MESSAGE_BYTES = 65536;

    private static final short RTM_NEWLINK = 16;
    private static final short RTM_GETLINK = 18;
    private static final short NLM_F_REQUEST = 1;
    private static final int NLMSGHDR_BYTES = 16;
    private static final int IFINFOMSG_BYTES = 16;
    private static final short IFLA_STATS64 = 23;

    /**
     * Offset in {@code struct rtnl_link_stats64}: after packets, bytes and errors of both ways, and
     * rx_dropped.
     */
    private static final int STATS_TX_DROPPED = 7 * Long.BYTES;

    private final String name;
    private final Memory request = new Memory(IFREQ_BYTES);
    private final Memory messages = new Memory(MESSAGE_BYTES);
    private final int fd;
    private final int queryFd;
    private long lastTxDropped;
    private boolean closed;

    /**
     * Watches an interface, which need not be there yet.
     *
     * @throws IOException if Linux gives no socket for it
     */
    LinkWatch(String name) throws IOException {
        this.name = name;
        fd = Libc.socket(Libc.AF_NETLINK, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, NETLINK_ROUTE);
        if (fd < 0) {
            throw Libc.failure(name + ": netlink socket");
        }
        Memory address = new Memory(12);
        address.clear();
        address.setShort(0, (short) Libc.AF_NETLINK);
        address.setInt(8, RTMGRP_LINK);
        if (Libc.bind(fd, address, 12) < 0) {
            IOException failure = Libc.failure(name + ": netlink socket");
            Libc.close(fd);
            throw failure;
        }
        queryFd = Libc.socket(Libc.AF_NETLINK, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, NETLINK_ROUTE);
        if (queryFd < 0) {
            IOException failure = Libc.failure(name + ": netlink socket");
            Libc.close(fd);
            throw failure;
        }
    }

    /** Becomes readable when an interface changes. */
    int fd() {
        return fd;
    }

    /** Takes note of the changes so far. */
    void drain() {
        long bytes;
        do {
            // Its content is not read: the state is asked for afterwards, so none can be missed.
            bytes = Libc.recv(fd, Pointer.nativeValue(messages), MESSAGE_BYTES, Libc.MSG_DONTWAIT);
        } while (bytes > 0);
    }

    /** The interface's index; 0 when there is none of the name. */
    synchronized int index() {
        return ask(SIOCGIFINDEX) ? request.getInt(IFREQ_VALUE) : 0;
    }

    /** Whether the interface is there, up, and has a carrier. */
    synchronized boolean isUp() {
        int needed = IFF_UP | IFF_RUNNING;
        return ask(SIOCGIFFLAGS) && (request.getShort(IFREQ_VALUE) & needed) == needed;
    }

    /**
     * Sets the interface up, as {@code ip link set NAME up} does.
     *
     * @throws IOException if Linux refuses
     */
    synchronized void setUp() throws IOException {
        boolean asked = ask(SIOCGIFFLAGS);
        request.setShort(IFREQ_VALUE, (short) (request.getShort(IFREQ_VALUE) | IFF_UP));
        if (!asked || Libc.ioctl(fd, SIOCSIFFLAGS, request) < 0) {
            throw Libc.failure(name + ": cannot be set up");
        }
    }

    private boolean ask(long what) {
        request(request, name);
        return Libc.ioctl(fd, what, request) >= 0;
    }

    /** Writes an {@code ifreq} with a name and nothing else. */
    static void request(Memory ifreq, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        ifreq.clear();
        ifreq.write(0, bytes, 0, Math.min(bytes.length, MAX_NAME_BYTES));
    }

    /** An {@code ifreq} with a name and nothing else. */
    static Memory request(String name) {
        Memory ifreq = new Memory(IFREQ_BYTES);
        request(ifreq, name);
        return ifreq;
    }

    /**
     * Checks that a name can be an interface's.
     *
     * @throws IOException with the rule that it breaks
     */
    static void requireName(String name) throws IOException {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1
                || bytes > MAX_NAME_BYTES
                || name.equals(".")
                || name.equals("..")
                || name.chars().anyMatch(c -> c == '/' || c == ':' || c <= ' ')) {
            throw new IOException(
                    "'%s' is no name of an interface: 1 to %d bytes without space, / and :"
                            .formatted(name, MAX_NAME_BYTES));
        }
    }

    /**
     * Frames that the interface was to send and dropped, such as those of a TAP device that nobody
     * read in time: {@code tx_dropped} of its statistics, asked for by rtnetlink. The last value
     * when it is gone.
     */
    synchronized long txDropped() {
        int index = closed ? 0 : index();
        if (index == 0) {
            return lastTxDropped;
        }
        Memory message = new Memory(MESSAGE_BYTES);
        message.clear();
        message.setInt(0, NLMSGHDR_BYTES + IFINFOMSG_BYTES);
        message.setShort(4, RTM_GETLINK);
        message.setShort(6, NLM_F_REQUEST);
        message.setInt(NLMSGHDR_BYTES + 4, index);
        long address = Pointer.nativeValue(message);
        if (Libc.send(queryFd, address, NLMSGHDR_BYTES + IFINFOMSG_BYTES, 0) < 0) {
            return lastTxDropped;
        }
        long bytes = Libc.recv(queryFd, address, MESSAGE_BYTES, 0);
        if (bytes < 0 || message.getShort(4) != RTM_NEWLINK) {
            return lastTxDropped;
        }
        long at = NLMSGHDR_BYTES + IFINFOMSG_BYTES;
        while (at + 4 <= bytes) {
            int length = message.getShort(at) & 0xffff;
            if (message.getShort(at + 2) == IFLA_STATS64 && length >= 4 + STATS_TX_DROPPED + 8) {
                lastTxDropped = message.getLong(at + 4 + STATS_TX_DROPPED);
            }
            at += Math.max(4, (length + 3) / 4 * 4);
        }
        return lastTxDropped;
    }

    synchronized void close() {
        closed = true;
        Libc.close(fd);
        Libc.close(queryFd);
    }
}
