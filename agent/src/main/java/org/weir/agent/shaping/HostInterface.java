// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.weir.bmv2.ports.InterfaceQuery;

/** State of an interface of this network namespace, which may be without any IP address. */
public final class HostInterface {
    private static final Path IPV6_ADDRESSES = Path.of("/proc/self/net/if_inet6");
    private static final int FLAGS = 4;

    /** IFA_F_TEMPORARY and IFA_F_DEPRECATED. */
    private static final int OUTWORN = 0x01 | 0x20;

    private HostInterface() {}

    /**
     * Index of an interface; one that is made anew has another.
     *
     * @throws MissingInterfaceException if there is none of this name
     */
    public static int indexOf(String device) throws IOException {
        return found(device, InterfaceQuery.index(device));
    }

    /**
     * Longest IP packet of an interface, bytes.
     *
     * @throws MissingInterfaceException if there is none of this name
     */
    static int mtuBytes(String device) throws IOException {
        return found(device, InterfaceQuery.mtuBytes(device));
    }

    /**
     * Addresses of an interface, of IPv4 and IPv6.
     *
     * @throws MissingInterfaceException if there is none of this name
     */
    public static Set<InetAddress> addressesOf(String device) throws IOException {
        Set<InetAddress> addresses = new LinkedHashSet<>();
        // Java knows no interface without an address.
        NetworkInterface known = NetworkInterface.getByName(device);
        if (known == null) {
            indexOf(device);
        } else {
            known.inetAddresses().forEach(addresses::add);
        }
        return addresses;
    }

    /**
     * Addresses that are worth a registration: without the temporary ones of IPv6 (RFC 8981) that
     * no new connection uses any more. Deprecated addresses that are not temporary stay: an
     * operator deprecates a service's address so that it answers only.
     *
     * @param addresses of the interface
     */
    public static Set<InetAddress> lasting(Set<InetAddress> addresses) {
        List<String> lines = List.of();
        try {
            lines = Files.readAllLines(IPV6_ADDRESSES);
        } catch (IOException e) {
            // A kernel without IPv6.
        }
        Set<InetAddress> lasting = new LinkedHashSet<>(addresses);
        lasting.removeAll(outworn(lines));
        return lasting;
    }

    /**
     * Addresses that are temporary and deprecated.
     *
     * @param lines {@code ADDRESS INDEX PREFIX SCOPE FLAGS NAME}, all numbers in base 16
     */
    static Set<InetAddress> outworn(List<String> lines) {
        Set<InetAddress> outworn = new HashSet<>();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+");
            try {
                if (words.length > FLAGS
                        && (Integer.parseInt(words[FLAGS], 16) & OUTWORN) == OUTWORN) {
                    outworn.add(InetAddress.getByAddress(HexFormat.of().parseHex(words[0])));
                }
            } catch (IllegalArgumentException | UnknownHostException e) {
                // No such line: the address counts as lasting.
            }
        }
        return outworn;
    }

    private static int found(String device, int number) throws MissingInterfaceException {
        if (number == 0) {
            throw new MissingInterfaceException(device);
        }
        return number;
    }
}
