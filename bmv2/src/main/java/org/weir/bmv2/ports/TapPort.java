// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A TAP device: an interface whose other end is this port (Linux's
 * Documentation/networking/tuntap.rst). Frames that the machine sends to the interface are received
 * here, with checksums and cut into frames by Linux. One that is not there is made, set up, and
 * taken away at the end; one that was made before, with {@code ip tuntap add NAME mode tap}, stays
 * as it is.
 */
public final class TapPort extends PollingPort {

    private static final String DEVICE = "/dev/net/tun";

    private static final long TUNSETIFF = 0x400454caL;
    private static final int IFF_TAP = 2;
    private static final int IFF_NO_PI = 0x1000;
    private static final int IFREQ_FLAGS = 16;

    private static final int BATCH = 64;
    private static final int MAX_FRAME_BYTES = 65536 + 18;

    private final int fd;
    private final long droppedBefore;
    private final Memory rx = new Memory(MAX_FRAME_BYTES);
    private final Memory tx = new Memory(MAX_FRAME_BYTES);
    private final ByteBuffer rxBuffer = rx.getByteBuffer(0, MAX_FRAME_BYTES);
    private final ByteBuffer txBuffer = tx.getByteBuffer(0, MAX_FRAME_BYTES);
    private final byte[] frame = new byte[MAX_FRAME_BYTES];

    private TapPort(String name, LinkWatch watch, int fd) throws IOException {
        super(name, watch);
        this.fd = fd;
        this.droppedBefore = watch.txDropped();
    }

    /**
     * Opens a TAP device in this thread's network namespace.
     *
     * @param name of the interface; made when it is not there
     * @throws IOException if the name is another kind of interface's, the device is in use, the
     *     process may not (root, or CAP_NET_ADMIN), or this is not Linux
     */
    public static TapPort open(String name) throws IOException {
        Libc.require();
        LinkWatch.requireName(name);
        LinkWatch watch = new LinkWatch(name);
        int fd = -1;
        try {
            boolean made = watch.index() == 0;
            fd = attach(name);
            if (made) {
                watch.setUp();
            }
            return new TapPort(name, watch, fd);
        } catch (IOException e) {
            if (fd >= 0) {
                Libc.close(fd);
            }
            watch.close();
            throw e;
        }
    }

    private static int attach(String name) throws IOException {
        int fd = Libc.open(DEVICE, Libc.O_RDWR | Libc.O_NONBLOCK | Libc.O_CLOEXEC);
        if (fd < 0) {
            throw Libc.failure(name + ": TAP devices need " + DEVICE + " (kernel module tun)");
        }
        Memory request = LinkWatch.request(name);
        request.setShort(IFREQ_FLAGS, (short) (IFF_TAP | IFF_NO_PI));
        if (Libc.ioctl(fd, TUNSETIFF, request) < 0) {
            IOException failure = failure(name);
            Libc.close(fd);
            throw failure;
        }
        return fd;
    }

    private static IOException failure(String name) {
        switch (Libc.errno()) {
            case Libc.EPERM:
                return new IOException(
                        name
                                + ": a TAP device needs root (CAP_NET_ADMIN); this process has not got it");
            case Libc.EBUSY:
                return new IOException(name + ": another process holds this TAP device");
            case Libc.EINVAL:
                return new IOException(
                        name + ": there is an interface of this name that is no TAP device");
            default:
                return Libc.failure(name + ": TAP device");
        }
    }

    @Override
    int dataFd() {
        return fd;
    }

    @Override
    boolean readSome() {
        for (int i = 0; i < BATCH; i++) {
            int bytes = (int) Libc.read(fd, Pointer.nativeValue(rx), MAX_FRAME_BYTES);
            if (bytes <= 0) {
                if (bytes < 0 && Libc.errno() == Libc.EBADFD) {
                    // Somebody has taken the device away; it will not come back to this port.
                    stopReading();
                }
                return false;
            }
            rxBuffer.get(0, frame, 0, bytes);
            received(frame, 0, bytes);
        }
        return true;
    }

    @Override
    void linkChanged(int index) {
        // The device is this port's, whatever its index.
    }

    @Override
    boolean sendNow(byte[] buffer, int offset, int length) {
        if (length > MAX_FRAME_BYTES) {
            countNotSent(Libc.EINVAL, 1);
            return false;
        }
        txBuffer.put(0, buffer, offset, length);
        if (Libc.write(fd, Pointer.nativeValue(tx), length) < 0) {
            countNotSent(Libc.errno(), 1);
            return false;
        }
        countSent(1, length);
        return true;
    }

    @Override
    void addNow(byte[] buffer, int offset, int length) {
        sendNow(buffer, offset, length);
    }

    @Override
    void flushNow() {
        // Every frame was sent when it was added: the device takes one at a time.
    }

    @Override
    long rxDropped() {
        return watch().txDropped() - droppedBefore;
    }

    @Override
    void release() {
        Libc.close(fd);
    }
}
