// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * State of one interface as the switch reports it, in the terms of openconfig-interfaces.
 *
 * <p>Grows leaf by leaf; not safe for use by several threads.
 */
public final class GnmiInterface {

    /** OpenConfig's speeds are identities such as SPEED_10MB or SPEED_100GB. */
    private static final Pattern SPEED = Pattern.compile("(?:.*:)?SPEED_(\\d+)([KMGT])B");

    private static final String COUNTERS = "counters";

    private final String name;
    private final Map<String, String> leaves = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();

    GnmiInterface(String name) {
        this.name = name;
    }

    void leaf(String container, String leaf, String value) {
        if (COUNTERS.equals(container)) {
            try {
                counters.put(leaf, Long.parseUnsignedLong(value));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "Interface " + name + ": counter " + leaf + " is not a number: " + value);
            }
        } else {
            leaves.put(leaf, value);
        }
    }

    /**
     * Returns the interface's name, which is its key.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the number by which P4 programs know the port.
     *
     * @return {@code id} of openconfig-p4rt, else {@code ifindex}; empty if the switch tells
     *     neither
     */
    public OptionalLong portNumber() {
        String number = leaves.getOrDefault("id", leaves.get("ifindex"));
        return number == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
    }

    /**
     * Whether frames can pass.
     *
     * @return true for oper-status UP
     */
    public boolean isUp() {
        return "UP".equals(leaves.get("oper-status"));
    }

    /**
     * Returns the line's rate: the exact one where a switch tells it ({@code rate-bps}, which is
     * not OpenConfig's), else what OpenConfig's name for the speed says.
     *
     * @return bit/s; 0 if the switch does not tell
     */
    public long speedBps() {
        if (leaves.containsKey("rate-bps")) {
            return Long.parseLong(leaves.get("rate-bps"));
        }
        String speed = leaves.getOrDefault("port-speed", "");
        Matcher matcher = SPEED.matcher(speed);
        if (!matcher.matches()) {
            return 0;
        }
        long unit = 1_000;
        for (char c : "KMGT".toCharArray()) {
            if (c == matcher.group(2).charAt(0)) {
                break;
            }
            unit *= 1_000;
        }
        return Long.parseLong(matcher.group(1)) * unit;
    }

    /**
     * Returns the cumulative counters by their OpenConfig names, such as {@code in-octets}.
     *
     * @return counters; empty if they were not asked for
     */
    public Map<String, Long> counters() {
        return Collections.unmodifiableMap(counters);
    }
}
