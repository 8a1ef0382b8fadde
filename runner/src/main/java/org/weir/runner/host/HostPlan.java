// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import java.util.regex.Pattern;
import org.weir.lab.host.config.HostConfig;
import org.weir.runner.shell.OwnedNamespaces;

/**
 * Form of a network file's host on this machine: a network namespace with the interface eth0, whose
 * peer is in a namespace that all hosts of a run share.
 *
 * <p>Nothing of a run is in the machine's own namespace.
 *
 * @param host the host
 * @param namespace name of its namespace
 * @param peer name of the interface at the other end, in the shared namespace
 */
record HostPlan(HostConfig host, String namespace, String peer) {
    /** Beginning of the names of all namespaces that are made here. */
    static final String PREFIX = "weirhost-";

    /** The interface of a host. */
    static final String INTERFACE = "eth0";

    private static final int HOST_MTU_BYTES = 1500;
    private static final int NETWORK_MTU_BYTES = 9500;

    /** Names that a namespace and an interface's folder can have. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,60}");

    /**
     * Plans a host.
     *
     * @param namespaces of the run that makes it
     * @param index of the host in its network
     */
    static HostPlan of(HostConfig host, OwnedNamespaces namespaces, int index) {
        return new HostPlan(host, namespaces.name(host.name()), "p" + index);
    }

    /** The namespace that has the other ends of all hosts' interfaces. */
    static String sharedNamespace(OwnedNamespaces namespaces) {
        // No host has this name: it would have to begin with a letter or digit.
        return namespaces.name("_links");
    }

    /** True if a namespace may be named after a host. */
    static boolean isPossible(String hostName) {
        return NAME.matcher(hostName).matches();
    }

    /**
     * Input of {@code ip -n SHARED -batch -} that makes the interface with both ends. The host's
     * end has Linux's usual MTU, the network's end room for the longest frame of a network file. So
     * jumbo frames pass when the host's end is given a larger MTU.
     */
    String link() {
        return """
               link add name %1$s mtu %5$d type veth peer name %2$s address %3$s mtu %6$d netns %4$s
               link set %1$s addrgenmode none
               link set %1$s up
               """
                .formatted(
                        peer, INTERFACE, host.mac(), namespace, NETWORK_MTU_BYTES, HOST_MTU_BYTES);
    }

    /** Input of {@code ip -n NAMESPACE -batch -} that gives the host its addresses. */
    String addresses() {
        StringBuilder lines = new StringBuilder();
        lines.append("link set lo up\n");
        // Every other address is asked for by ARP and neighbour discovery; there are no routers.
        lines.append("link set %s addrgenmode none\n".formatted(INTERFACE));
        lines.append("link set %s up\n".formatted(INTERFACE));
        lines.append("address add %s/32 dev %s\n".formatted(host.ipv4(), INTERFACE));
        lines.append("route add default dev %s src %s\n".formatted(INTERFACE, host.ipv4()));
        host.ipv6()
                .ifPresent(
                        ipv6 -> {
                            lines.append(
                                    "address add %s/128 dev %s nodad\n".formatted(ipv6, INTERFACE));
                            lines.append(
                                    "route add ::/0 dev %s src %s\n".formatted(INTERFACE, ipv6));
                        });
        return lines.toString();
    }
}
