// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.net.InetAddress;
import java.util.OptionalInt;

/**
 * Questions to Linux about one TCP or UDP socket (sock_diag(7)). Linux looks the socket up as it
 * does for a packet that comes in, so that an answer takes as long with many sockets as with few.
 * It stays in the network namespace in which it was opened. Not thread-safe.
 */
public final class SocketDiag implements AutoCloseable {
    /** State of a TCP socket whose connection is closing or closed, but remembered. */
    public static final int TIME_WAIT = 6;

    /** State of a TCP socket without a connection, and of a UDP socket that is not connected. */
    public static final int CLOSE = 7;

    /** State of a TCP socket that waits for connections. */
    public static final int LISTEN = 10;

    private static final int NETLINK_SOCK_DIAG = 4;
    private static final short SOCK_DIAG_BY_FAMILY = 20;
    private static final short NLMSG_ERROR = 2;
    private static final short NLMSG_DONE = 3;
    private static final short NLM_F_REQUEST = 1;
    private static final short NLM_F_DUMP = 0x300;
    private static final int NLMSGHDR_BYTES = 16;

    /** A request: family, protocol, extensions, states, then the ends of a socket. */
    private static final int REQUEST_BYTES = NLMSGHDR_BYTES + 56;

    private static final int ENDS = NLMSGHDR_BYTES + 8;
    private static final int NO_COOKIE = -1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int IPV4_BYTES = 4;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int ALL_STATES = -1;
    private static final int MESSAGE_BYTES = 8192;

    private final int fd;
    private final Memory message = new Memory(MESSAGE_BYTES);
    private int sequence;
    private boolean closed;

    private SocketDiag(int fd) {
        this.fd = fd;
    }

    /**
     * Opens the way to ask.
     *
     * @throws IOException if Linux cannot answer, such as without its modules inet_diag, tcp_diag
     *     and udp_diag
     */
    public static SocketDiag open() throws IOException {
        Libc.require();
        int fd = Libc.socket(Libc.AF_NETLINK, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
        if (fd < 0) {
            throw Libc.failure("sock_diag");
        }
        SocketDiag diag = new SocketDiag(fd);
        try {
            for (int protocol : new int[] {TCP, UDP}) {
                diag.requireAnswers(AF_INET, protocol);
                diag.requireAnswers(AF_INET6, protocol);
            }
            return diag;
        } catch (IOException e) {
            diag.close();
            throw e;
        }
    }

    /** Asks for a list of the sockets in none of the states, which only a lack of a module ends. */
    private void requireAnswers(int family, int protocol) throws IOException {
        request(family, protocol, 0, NLM_F_DUMP);
        ask();
        int error = message.getShort(4) == NLMSG_DONE ? message.getInt(NLMSGHDR_BYTES) : -1;
        if (error < 0) {
            throw new IOException("sock_diag of protocol " + protocol + " is not there");
        }
    }

    /**
     * State of the socket that gets the packets from a remote end to a local one: the connected
     * one, or else one that is bound to the local port and would take them.
     *
     * @param protocol 6 (TCP) or 17 (UDP)
     * @param remote address of the same IP version as the local one
     * @param index of the interface through which the packets come, or 0: a socket that is bound to
     *     another interface is not meant
     * @return number of the state, as of TCP; empty if there is no such socket
     * @throws IOException if Linux does not answer
     */
    public OptionalInt state(
            int protocol,
            InetAddress local,
            int localPort,
            InetAddress remote,
            int remotePort,
            int index)
            throws IOException {
        boolean ipv4 = local.getAddress().length == IPV4_BYTES;
        request(ipv4 ? AF_INET : AF_INET6, protocol, ALL_STATES, (short) 0);
        // UDP has source and destination of a packet that comes in there.
        boolean incoming = protocol == UDP;
        end(0, incoming ? remote : local, incoming ? remotePort : localPort);
        end(1, incoming ? local : remote, incoming ? localPort : remotePort);
        message.setInt(ENDS + 36, index);
        message.setInt(ENDS + 40, NO_COOKIE);
        message.setInt(ENDS + 44, NO_COOKIE);
        ask();
        if (message.getShort(4) == SOCK_DIAG_BY_FAMILY) {
            return OptionalInt.of(message.getByte(NLMSGHDR_BYTES + 1));
        }
        int error = -message.getInt(NLMSGHDR_BYTES);
        if (message.getShort(4) == NLMSG_ERROR && error == Libc.ENOENT) {
            return OptionalInt.empty();
        }
        throw new IOException("sock_diag: " + Libc.strerror(error));
    }

    private void request(int family, int protocol, int states, short flags) {
        message.clear(REQUEST_BYTES);
        message.setInt(0, REQUEST_BYTES);
        message.setShort(4, SOCK_DIAG_BY_FAMILY);
        message.setShort(6, (short) (NLM_F_REQUEST | flags));
        message.setInt(8, ++sequence);
        message.setByte(NLMSGHDR_BYTES, (byte) family);
        message.setByte(NLMSGHDR_BYTES + 1, (byte) protocol);
        message.setInt(NLMSGHDR_BYTES + 4, states);
    }

    private void end(int number, InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        message.setShort(ENDS + 2 * number, Short.reverseBytes((short) port));
        message.write(ENDS + 4 + 16L * number, bytes, 0, bytes.length);
    }

    /** Sends the request and reads its answer, which Linux has written when the call returns. */
    private void ask() throws IOException {
        long address = Pointer.nativeValue(message);
        if (Libc.send(fd, address, REQUEST_BYTES, Libc.MSG_DONTWAIT) < 0) {
            throw Libc.failure("sock_diag");
        }
        do {
            if (Libc.recv(fd, address, MESSAGE_BYTES, Libc.MSG_DONTWAIT) < NLMSGHDR_BYTES + 4) {
                throw Libc.failure("sock_diag");
            }
        } while (message.getInt(8) != sequence);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Libc.close(fd);
        }
    }
}
