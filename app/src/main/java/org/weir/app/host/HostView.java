// SPDX-License-Identifier: Apache-2.0
package org.weir.app.host;

import java.util.List;

/** A host at a port of a switch, as ONOS has found it. */
public final class HostView {
    private final String id;
    private final String device;
    private final long port;
    private final List<HostAddress> addresses;

    /**
     * A host.
     *
     * @param id ONOS's id of the host: MAC address and VLAN
     * @param device ONOS id of its switch
     * @param port port of that switch
     * @param addresses its IP addresses in order; empty while none is known
     */
    public HostView(String id, String device, long port, List<HostAddress> addresses) {
        this.id = id;
        this.device = device;
        this.port = port;
        this.addresses = List.copyOf(addresses);
    }

    /** ONOS's id of the host: MAC address and VLAN. */
    public String id() {
        return id;
    }

    /** ONOS id of its switch. */
    public String device() {
        return device;
    }

    /** Port of that switch. */
    public long port() {
        return port;
    }

    /** Its IP addresses in order; empty while none is known. */
    public List<HostAddress> addresses() {
        return addresses;
    }
}
