// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import java.io.IOException;

/**
 * Numbers of interfaces of this thread's network namespace, by name (netdevice(7)). {@link
 * java.net.NetworkInterface} finds interfaces by their addresses, and so none without any.
 */
public final class InterfaceQuery {
    private static final int AF_INET = 2;
    private static final int IFREQ_VALUE = 16;
    private static final long SIOCGIFMTU = 0x8921;
    private static final long SIOCGIFINDEX = 0x8933;

    private InterfaceQuery() {}

    /**
     * Index of an interface: one that is deleted and made anew has another.
     *
     * @return the index, above 0; 0 if there is no interface of the name
     * @throws IOException if Linux gives no socket to ask with
     */
    public static int index(String name) throws IOException {
        return ask(name, SIOCGIFINDEX);
    }

    /**
     * Longest IP packet of an interface, bytes.
     *
     * @return the MTU; 0 if there is no interface of the name
     * @throws IOException if Linux gives no socket to ask with
     */
    public static int mtuBytes(String name) throws IOException {
        return ask(name, SIOCGIFMTU);
    }

    private static int ask(String name, long what) throws IOException {
        Libc.require();
        int fd = Libc.socket(AF_INET, Libc.SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            throw Libc.failure(name + ": socket");
        }
        Memory request = LinkWatch.request(name);
        int result = Libc.ioctl(fd, what, request);
        int error = Libc.errno();
        Libc.close(fd);
        if (result < 0 && error != Libc.ENODEV) {
            throw new IOException(name + ": " + Libc.strerror(error));
        }
        return result < 0 ? 0 : request.getInt(IFREQ_VALUE);
    }
}
