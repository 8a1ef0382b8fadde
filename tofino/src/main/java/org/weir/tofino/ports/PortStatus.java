// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.tofino.bfrt.Entry;

/** A port as the switch reports it. Immutable. */
public final class PortStatus {
    private static final long BITS_PER_GIGABIT = 1_000_000_000;

    /** Drivers add kinds of lanes to the rate, such as {@code _R2}. */
    private static final Pattern GIGABITS = Pattern.compile("BF_SPEED_([0-9]{1,4})G(_.*)?");

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

    /** Name of its speed, e.g. {@code BF_SPEED_100G}. */
    public String speed() {
        return speed;
    }

    /** Rate, bit/s; 0 if the name of its speed tells none. */
    public long rateBps() {
        Matcher gigabits = GIGABITS.matcher(speed);
        return gigabits.matches() ? Long.parseLong(gigabits.group(1)) * BITS_PER_GIGABIT : 0;
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
