// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.IOException;

/**
 * The calls of Linux's C library that ports need, with the values of its headers. Addresses are
 * plain numbers, so that a call makes no objects. A call that fails returns -1; {@link #failure}
 * tells why.
 */
final class Libc {

    static final int AF_NETLINK = 16;
    static final int AF_PACKET = 17;
    static final int SOCK_DGRAM = 2;
    static final int SOCK_RAW = 3;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int MSG_DONTWAIT = 0x40;

    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;

    static final int SOL_SOCKET = 1;
    static final int SO_SNDBUFFORCE = 32;
    static final int SO_RCVBUFFORCE = 33;

    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int EBUSY = 16;
    static final int ENODEV = 19;
    static final int EINVAL = 22;
    static final int EBADFD = 77;
    static final int ENOPROTOOPT = 92;
    static final int ENETDOWN = 100;
    static final int ENOBUFS = 105;

    static final short POLLIN = 1;

    static final int CLONE_NEWNET = 0x40000000;

    private static final boolean LOADED = Platform.isLinux() && Platform.is64Bit();

    static {
        if (LOADED) {
            Native.register(Libc.class, "c");
        }
    }

    private Libc() {}

    /**
     * Checks that the calls can be made on this machine.
     *
     * @throws IOException if it is not 64-bit Linux
     */
    static void require() throws IOException {
        if (!LOADED) {
            throw new IOException(
                    "ports on network interfaces need 64-bit Linux; this is "
                            + System.getProperty("os.name")
                            + " on "
                            + System.getProperty("os.arch"));
        }
    }

    static native int socket(int domain, int type, int protocol);

    static native int bind(int fd, Pointer address, int length);

    static native int setsockopt(int fd, int level, int name, Pointer value, int length);

    static native int getsockopt(int fd, int level, int name, Pointer value, Pointer length);

    static native int ioctl(int fd, long request, Pointer argument);

    static native int open(String path, int flags);

    static native int close(int fd);

    static native int eventfd(int initial, int flags);

    static native int poll(long fds, long count, int timeoutMs);

    static native long read(int fd, long address, long bytes);

    static native long write(int fd, long address, long bytes);

    static native long recv(int fd, long address, long bytes, int flags);

    static native long send(int fd, long address, long bytes, int flags);

    static native int recvmmsg(int fd, long messages, int count, int flags, long timeout);

    static native int sendmmsg(int fd, long messages, int count, int flags);

    static native int setns(int fd, int kind);

    static native String strerror(int errno);

    /** Error number of this thread's last call. */
    static int errno() {
        return Native.getLastError();
    }

    /** Exception for this thread's last call, with the action that failed and Linux's reason. */
    static IOException failure(String what) {
        return new IOException(what + ": " + strerror(errno()));
    }
}
