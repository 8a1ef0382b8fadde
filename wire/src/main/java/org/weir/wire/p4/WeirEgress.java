// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.p4;

/**
 * Names that P4Info has for the control block {@code WeirEgress} and the blocks in it: one class a
 * block, named as it. A constant is the P4 name in upper case.
 */
public final class WeirEgress {

    private WeirEgress() {}

    /** Counters of departures. */
    public static final class QueueStatistics {

        private static final String BLOCK = "WeirEgress.queue_statistics.";

        /** Counter: packets that left. */
        public static final String DEPARTURES = BLOCK + "departures";

        /** Counter: histogram of the queueing delay. */
        public static final String DELAYS = BLOCK + "delays";

        private QueueStatistics() {}
    }

    /** Telemetry reports to the controller. */
    public static final class Telemetry {

        private static final String BLOCK = "WeirEgress.telemetry.";

        /** Table, port to its report interval. */
        public static final String REPORTING = BLOCK + "reporting";

        /** Action: sets the least time between two reports of a queue. */
        public static final String SET_REPORT_INTERVAL = BLOCK + "set_report_interval";

        private Telemetry() {}
    }

    /** AQM algorithms, beside the marking thresholds. */
    public static final class Aqm {

        private static final String BLOCK = "WeirEgress.aqm.";

        /** Table, port to its AQM algorithm. */
        public static final String SCHEMES = BLOCK + "schemes";

        /**
         * Action: marks a packet when CoDel (RFC 8289) says so, drops it if it cannot be marked.
         */
        public static final String MARK_BY_CODEL = BLOCK + "mark_by_codel";

        /**
         * Action: as {@link #MARK_BY_CODEL}, but tells the sender by the reverse path where the
         * flow allows it.
         */
        public static final String MARK_REVERSE_BY_CODEL = BLOCK + "mark_reverse_by_codel";

        /** Counter: packets that a port's scheme marked, those at the threshold not included. */
        public static final String MARKS = BLOCK + "marks";

        /** Counter: packets that a port's scheme dropped because they could not be marked. */
        public static final String DROPS = BLOCK + "drops";

        /** Counter: congestion events that a port's scheme marks on the reverse path. */
        public static final String REVERSE_MARKS = BLOCK + "reverse_marks";

        private Aqm() {}
    }

    /** Activity values of packets that leave. BMv2, and Tofino with ABC. */
    public static final class ActivityDeparture {

        private static final String BLOCK = "WeirEgress.activity_departure.";

        /** Table: ports to other switches of the ABC domain. */
        public static final String INNER_PORTS = BLOCK + "inner_ports";

        /** Action: writes the activity value into the packet. */
        public static final String WRITE_ACTIVITY = BLOCK + "write_activity";

        private ActivityDeparture() {}
    }

    /** Virtual queues that drain at their class's share of the port, or at λ*. Tofino only. */
    public static final class VirtualDrain {

        private static final String BLOCK = "WeirEgress.virtual_drain.";

        /** Table, (port, class, step of lengths) to the cost of a packet. */
        public static final String DRAINS = BLOCK + "drains";

        /** Action: gives a class at a port a virtual queue. */
        public static final String DRAIN = BLOCK + "drain";

        /** Action: gives a class at a port the phantom queue of rate-based marking. */
        public static final String BOUND_RATE = BLOCK + "bound_rate";

        /** Action: compares the threshold with the ASIC's own queue. */
        public static final String LEAVE_REAL = BLOCK + "leave_real";

        private VirtualDrain() {}
    }
}
