// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.net.InetAddress;

/**
 * A flow of this host: what its packets have in common.
 *
 * @param local source address of its packets
 * @param remote destination address of its packets, of the same IP version
 * @param protocol IP protocol, 0 to 255
 * @param localPort source port; 0 for a flow without ports
 * @param remotePort destination port; 0 for a flow without ports
 */
public record FlowKey(
        InetAddress local, InetAddress remote, int protocol, int localPort, int remotePort) {
    /** Protocol number of TCP. */
    public static final int TCP = 6;

    /** Protocol number of UDP. */
    public static final int UDP = 17;

    /** Protocol number of SCTP. */
    public static final int SCTP = 132;

    /** True for protocols whose packets have ports where TCP has them. */
    public boolean hasPorts() {
        return protocol == TCP || protocol == UDP || protocol == SCTP;
    }

    /** True if its packets are IPv6. */
    public boolean isIpv6() {
        return local.getAddress().length == 16;
    }

    @Override
    public String toString() {
        String name;
        switch (protocol) {
            case TCP:
                name = "tcp";
                break;
            case UDP:
                name = "udp";
                break;
            default:
                name = "protocol " + protocol;
        }
        return hasPorts()
                ? name + " " + end(local, localPort) + " to " + end(remote, remotePort)
                : name + " " + local.getHostAddress() + " to " + remote.getHostAddress();
    }

    private static String end(InetAddress address, int port) {
        String text = address.getHostAddress();
        return (text.contains(":") ? "[" + text + "]" : text) + ":" + port;
    }
}
