// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.List;
import org.weir.bmv2.controlplane.PortCounters;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;

/**
 * A port in the tree of OpenConfig's model of interfaces (openconfig-interfaces,
 * openconfig-if-ethernet). The number that the program knows the port by is both {@code ifindex}
 * and {@code id}. One leaf is not OpenConfig's: {@code state/rate-bps}, the exact rate in bit/s,
 * for rates that have no name there.
 */
final class PortLeaves {

    /** Name of the container of what changes with every frame. */
    static final String COUNTERS = "counters";

    private static final String OPER_STATUS = "oper-status";

    private PortLeaves() {}

    /** The element of a port. */
    static Path root(String port) {
        return Leaves.entry(
                Leaves.path(Path.getDefaultInstance(), "interfaces"), "interface", "name", port);
    }

    /**
     * The leaves of a port.
     *
     * @param root the port's {@link #root}
     * @param lastChangeNs time at which it last went up or down, nanoseconds since 1970; 0: not
     *     since the server started
     */
    static List<Leaf> of(Path root, PortStatus port, long lastChangeNs) {
        Leaves leaves = new Leaves(Place.at(root));
        leaves.string(port.name(), "config", "name");
        leaves.bool(port.adminUp(), "config", "enabled");
        leaves.string(port.name(), "state", "name");
        leaves.uint(port.number(), "state", "ifindex");
        leaves.uint(port.number(), "state", "id");
        leaves.string(port.adminUp() ? "UP" : "DOWN", "state", "admin-status");
        leaves.string(port.up() ? "UP" : "DOWN", "state", OPER_STATUS);
        leaves.uint(lastChangeNs, "state", "last-change");
        leaves.uint(port.rateBps(), "state", "rate-bps");
        leaves.string(speed(port.rateBps()), "ethernet", "config", "port-speed");
        leaves.string(speed(port.rateBps()), "ethernet", "state", "port-speed");
        PortCounters counters = port.counters();
        leaves.uint(counters.rxBytes(), "state", COUNTERS, "in-octets");
        leaves.uint(counters.rxPackets(), "state", COUNTERS, "in-unicast-pkts");
        leaves.uint(counters.rxDrops(), "state", COUNTERS, "in-discards");
        leaves.uint(counters.txBytes(), "state", COUNTERS, "out-octets");
        leaves.uint(counters.txPackets(), "state", COUNTERS, "out-unicast-pkts");
        leaves.uint(counters.txDrops(), "state", COUNTERS, "out-discards");
        return leaves.all();
    }

    /** True if a path is that of a port's state. */
    static boolean isOperStatus(Path leaf) {
        return leaf.getElem(leaf.getElemCount() - 1).getName().equals(OPER_STATUS);
    }

    /** The state of a port that is gone. */
    static Update notPresent(Path operStatus) {
        return Update.newBuilder()
                .setPath(operStatus)
                .setVal(TypedValue.newBuilder().setStringVal("NOT_PRESENT"))
                .build();
    }

    /** Whether a leaf is a counter. */
    static boolean isCounter(Update leaf) {
        return leaf.getPath().getElem(leaf.getPath().getElemCount() - 2).getName().equals(COUNTERS);
    }

    /** Whether a leaf is configuration; state otherwise. */
    static boolean isConfig(Update leaf) {
        return leaf.getPath().getElem(leaf.getPath().getElemCount() - 2).getName().equals("config");
    }

    /** OpenConfig's name of a rate. */
    private static String speed(long rateBps) {
        for (long megabits : new long[] {10, 100, 2500}) {
            if (rateBps == megabits * 1_000_000) {
                return "SPEED_" + megabits + "MB";
            }
        }
        for (long gigabits : new long[] {1, 5, 10, 25, 40, 50, 100, 200, 400, 600, 800}) {
            if (rateBps == gigabits * 1_000_000_000) {
                return "SPEED_" + gigabits + "GB";
            }
        }
        return "SPEED_UNKNOWN";
    }
}
