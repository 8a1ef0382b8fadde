// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

import org.weir.tofino.bfrt.Entry;

/** A port as the switch reports it. Immutable. */
public final class PortStatus {
    private final int devPort;
    private final String name;
    private final String speed;
    private final boolean enabled;
    private final boolean up;

    private PortStatus(Entry entry) {
        devPort = ((Long) entry.key().get("$DEV_PORT")).intValue();
        name = entry.text("$PORT_NAME");
        speed = entry.text("$SPEED");
        enabled = entry.flag("$PORT_ENABLE");
        up = entry.flag("$PORT_UP");
    }

    static PortStatus read(Entry entry) {
        return new PortStatus(entry);
    }

    /** The ASIC's own number of the port. */
    public int devPort() {
        return devPort;
    }

    /** Connector and channel, e.g. {@code 1/0}. */
    public String name() {
        return name;
    }

    /** Its speed. */
    public PortSpeed speed() {
        return PortSpeed.named(speed);
    }

    /** Whether it may be used. */
    public boolean enabled() {
        return enabled;
    }

    /** Whether its link is up. */
    public boolean up() {
        return up;
    }
}
