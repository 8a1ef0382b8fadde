// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.LinkedHashSet;
import java.util.Set;
import org.weir.bmv2.ports.InterfaceQuery;

/** State of an interface of this network namespace, which may be without any IP address. */
public final class HostInterface {
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

    private static int found(String device, int number) throws MissingInterfaceException {
        if (number == 0) {
            throw new MissingInterfaceException(device);
        }
        return number;
    }
}
