// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An interface that is there already, such as one end of a veth pair, read and written through
 * packet sockets (packet(7)). It is promiscuous as long as the port is open. Frames that this
 * machine sends through the interface itself are not read.
 *
 * <p>What the sender left to its hardware, which a veth pair does not have, is done here: checksums
 * are completed and aggregates are cut into frames ({@link Offloads}), and VLAN tags that Linux has
 * taken out are put back.
 */
public final class PacketSocketPort extends PollingPort {

    private static final Logger LOG = LoggerFactory.getLogger(PacketSocketPort.class);

    /** Frames read or sent with one call. */
    private static final int BATCH = 64;

    /** Longest frame sent; longer ones exceed what any interface carries. */
    private static final int MAX_SENT_BYTES = 65536 + 18;

    private static final int SOL_PACKET = 263;
    private static final int PACKET_ADD_MEMBERSHIP = 1;
    private static final int PACKET_STATISTICS = 6;
    private static final int PACKET_AUXDATA = 8;
    private static final int PACKET_VNET_HDR = 15;
    private static final int PACKET_IGNORE_OUTGOING = 23;
    private static final int PACKET_MR_PROMISC = 1;
    private static final int ETH_P_ALL = 3;

    private static final int SOCKADDR_LL_BYTES = 20;
    private static final int PACKET_MREQ_BYTES = 16;

    /** An ancillary message: header, then {@code struct tpacket_auxdata}, padded. */
    private static final int CONTROL_BYTES = 40;

    private static final int AUX_STATUS = 16;
    private static final int AUX_VLAN_TCI = 32;
    private static final int AUX_VLAN_TPID = 34;
    private static final int TP_STATUS_VLAN_VALID = 1 << 4;
    private static final int TP_STATUS_VLAN_TPID_VALID = 1 << 6;
    private static final int TPID_CUSTOMER = 0x8100;

    /** Frames that wait to be read at most, in bytes as Linux counts them. */
    private static final int RECEIVE_BUFFER_BYTES = 8 << 20;

    private static final int SEND_BUFFER_BYTES = 4 << 20;

    private final int rxFd;
    private final int txFd;
    private final MessageBatch rx =
            new MessageBatch(BATCH, Offloads.MAX_RECEIVED_BYTES, CONTROL_BYTES);
    private final Aggregation tx = new Aggregation(BATCH, MAX_SENT_BYTES, takesUdpAggregates());
    private final Offloads offloads = new Offloads(this::received);
    private final Memory statistics = new Memory(8);
    private final Memory length = new Memory(4);
    private int boundIndex;
    private long rxDropped;
    private boolean released;

    private PacketSocketPort(String name, LinkWatch watch, int index) throws IOException {
        super(name, watch);
        rxFd = socket(name);
        txFd = socket(name);
        boundIndex = index;
        set(rxFd, SOL_PACKET, PACKET_VNET_HDR, 1, "PACKET_VNET_HDR");
        set(txFd, SOL_PACKET, PACKET_VNET_HDR, 1, "PACKET_VNET_HDR");
        set(rxFd, SOL_PACKET, PACKET_AUXDATA, 1, "PACKET_AUXDATA");
        set(rxFd, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1, "PACKET_IGNORE_OUTGOING (Linux 4.20)");
        set(rxFd, Libc.SOL_SOCKET, Libc.SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES, "SO_RCVBUFFORCE");
        set(txFd, Libc.SOL_SOCKET, Libc.SO_SNDBUFFORCE, SEND_BUFFER_BYTES, "SO_SNDBUFFORCE");
        bind(index);
    }

    /**
     * Opens an interface of this thread's network namespace.
     *
     * @param name of the interface, which must be there; it may be down
     * @throws IOException if there is none of the name, it is no Ethernet interface, the process
     *     may not (root, or CAP_NET_RAW and CAP_NET_ADMIN), or this is not Linux
     */
    public static PacketSocketPort open(String name) throws IOException {
        Libc.require();
        LinkWatch.requireName(name);
        LinkWatch watch = new LinkWatch(name);
        try {
            int index = watch.index();
            if (index == 0) {
                throw new IOException(
                        name
                                + ": there is no such interface (a veth pair is made with: ip link add "
                                + name
                                + " type veth peer name PEER)");
            }
            return new PacketSocketPort(name, watch, index);
        } catch (IOException e) {
            watch.close();
            throw e;
        }
    }

    private static int socket(String name) throws IOException {
        // Without a protocol it receives nothing until it is bound to the interface.
        int fd = Libc.socket(Libc.AF_PACKET, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0 && Libc.errno() == Libc.EPERM) {
            throw new IOException(
                    name
                            + ": a port on an interface needs root (CAP_NET_RAW and CAP_NET_ADMIN); this process has not got it");
        }
        if (fd < 0) {
            throw Libc.failure(name + ": packet socket");
        }
        return fd;
    }

    private void set(int fd, int level, int option, int value, String what) throws IOException {
        Memory memory = new Memory(4);
        memory.setInt(0, value);
        if (Libc.setsockopt(fd, level, option, memory, 4) < 0) {
            throw closing(Libc.failure(name() + ": " + what));
        }
    }

    private IOException closing(IOException failure) {
        Libc.close(rxFd);
        Libc.close(txFd);
        return failure;
    }

    private void bind(int index) throws IOException {
        Memory promiscuous = new Memory(PACKET_MREQ_BYTES);
        promiscuous.clear();
        promiscuous.setInt(0, index);
        promiscuous.setShort(4, (short) PACKET_MR_PROMISC);
        if (Libc.setsockopt(rxFd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, promiscuous, PACKET_MREQ_BYTES)
                        < 0
                || Libc.bind(rxFd, address(index, ETH_P_ALL), SOCKADDR_LL_BYTES) < 0
                || Libc.bind(txFd, address(index, 0), SOCKADDR_LL_BYTES) < 0) {
            throw closing(Libc.failure(name() + ": cannot be bound"));
        }
    }

    private static Memory address(int index, int protocol) {
        Memory address = new Memory(SOCKADDR_LL_BYTES);
        address.clear();
        address.setShort(0, (short) Libc.AF_PACKET);
        address.setShort(2, Short.reverseBytes((short) protocol));
        address.setInt(4, index);
        return address;
    }

    @Override
    int dataFd() {
        return rxFd;
    }

    @Override
    boolean readSome() {
        int count = Libc.recvmmsg(rxFd, rx.address(0), BATCH, Libc.MSG_DONTWAIT, 0);
        for (int i = 0; i < count; i++) {
            int vlan = vlanTag(i);
            if (!offloads.take(rx.frames(), rx.offset(i), rx.length(i), vlan)) {
                countRxError();
            }
            rx.reset(i);
        }
        // An error is a change of the interface, which the link's watch tells; it is read away.
        return count == BATCH;
    }

    /** The VLAN tag that Linux has taken out of a message's frame, TPID and TCI; 0 for none. */
    private int vlanTag(int message) {
        ByteBuffer controls = rx.controls();
        int at = rx.controlOffset(message);
        if (rx.controlLength(message) < AUX_VLAN_TPID + 2) {
            return 0;
        }
        int status = controls.getInt(at + AUX_STATUS);
        if ((status & TP_STATUS_VLAN_VALID) == 0) {
            return 0;
        }
        int tpid =
                (status & TP_STATUS_VLAN_TPID_VALID) == 0
                        ? TPID_CUSTOMER
                        : controls.getShort(at + AUX_VLAN_TPID) & 0xffff;
        return tpid << 16 | controls.getShort(at + AUX_VLAN_TCI) & 0xffff;
    }

    @Override
    void linkChanged(int index) {
        if (index == 0 || index == boundIndex) {
            return;
        }
        try {
            // Another interface has taken the name of the one that went.
            bind(index);
            boundIndex = index;
        } catch (IOException e) {
            LOG.error("{}", e.getMessage());
        }
    }

    @Override
    boolean sendNow(byte[] buffer, int offset, int bytes) {
        flushNow();
        addNow(buffer, offset, bytes);
        return flush(tx.messages()) == 1;
    }

    @Override
    void addNow(byte[] buffer, int offset, int bytes) {
        if (bytes > MAX_SENT_BYTES) {
            countNotSent(Libc.EINVAL, 1);
            return;
        }
        if (tx.isFull()) {
            flushNow();
        }
        tx.add(buffer, offset, bytes);
    }

    @Override
    void flushNow() {
        flush(tx.messages());
    }

    /** Sends messages; returns how many Linux took. */
    private int flush(int messages) {
        tx.end();
        int taken = 0;
        int next = 0;
        while (next < messages) {
            long address = tx.batch().address(next);
            int sent = Libc.sendmmsg(txFd, address, messages - next, Libc.MSG_DONTWAIT);
            if (sent < 0) {
                countNotSent(Libc.errno(), tx.frames(next));
                next++;
                continue;
            }
            for (int i = 0; i < sent; i++) {
                countSent(tx.frames(next + i), tx.frameBytes(next + i));
            }
            next += sent;
            taken += sent;
        }
        tx.clear();
        return taken;
    }

    /** True if Linux takes aggregates of UDP from a packet socket, as it does since 6.2. */
    private static boolean takesUdpAggregates() {
        String[] version = System.getProperty("os.version", "").split("[^0-9]+");
        if (version.length < 2 || version[0].isEmpty() || version[1].isEmpty()) {
            return false;
        }
        int major = Integer.parseInt(version[0]);
        return major > 6 || major == 6 && Integer.parseInt(version[1]) >= 2;
    }

    @Override
    long rxDropped() {
        synchronized (statistics) {
            length.setInt(0, 8);
            // Linux starts to count anew each time it is asked: packets, then drops among them.
            if (!released
                    && Libc.getsockopt(rxFd, SOL_PACKET, PACKET_STATISTICS, statistics, length)
                            == 0) {
                rxDropped += statistics.getInt(4) & 0xffffffffL;
            }
            return rxDropped;
        }
    }

    @Override
    void release() {
        flushNow();
        rxDropped();
        synchronized (statistics) {
            released = true;
            Libc.close(rxFd);
            Libc.close(txFd);
        }
    }
}
