// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.p4;

/** Names of the parameters of all actions. */
public final class Parameters {

    /** Port number, 9 bits. */
    public static final String PORT = "port";

    /** Next-hop group, 16 bits. */
    public static final String GROUP_ID = "group_id";

    /** Class, 3 bits. */
    public static final String CLASS_ID = "class_id";

    /** Generation, 1 bit. */
    public static final String GENERATION = "generation";

    /** Departures that make a round, the sum of a port's weights, 16 bits. */
    public static final String ROUND_PACKETS = "round_packets";

    /** Packets per priority level and turn, 16 bits. */
    public static final String WEIGHT_PACKETS = "weight_packets";

    /** Depth from which packets are marked, 16 bits. */
    public static final String THRESHOLD_PACKETS = "threshold_packets";

    /** Depth from which packets are dropped, 16 bits. */
    public static final String LIMIT_PACKETS = "limit_packets";

    /** λ*, in kb/s, 32 bits. */
    public static final String TARGET_RATE_KBPS = "target_rate_kbps";

    /** Least time between two feedback packets to a flow, in µs, 32 bits. */
    public static final String FEEDBACK_INTERVAL_US = "feedback_interval_us";

    /** Strict priority, 3 bits, 7 is highest. */
    public static final String LEVEL = "level";

    /** Delay that a queue under CoDel may keep, in µs, 32 bits. */
    public static final String TARGET_US = "target_us";

    /**
     * Largest age of a flow's last acknowledgement at which the reverse path is used, in µs, 32
     * bits.
     */
    public static final String RETURN_US = "return_us";

    /** Time for which a flow keeps its slot without an acknowledgement, in µs, 32 bits. */
    public static final String EXPIRY_US = "expiry_us";

    /**
     * * Least time between two reports of a queue; under CoDel, how long the delay may be above the
     * target. In µs, 32 bits.
     */
    public static final String INTERVAL_US = "interval_us";

    /**
     * Time in which the class's share of the port, or λ*, sends a packet of a step, in ns, 32 bits.
     */
    public static final String COST_NS = "cost_ns";

    /** Backlog of a virtual queue from which packets are marked, in ns, 32 bits. */
    public static final String THRESHOLD_NS = "threshold_ns";

    /** Port number of the alternate, 9 bits. */
    public static final String ALTERNATE = "alternate";

    /** Port number that the entry watches, 9 bits. */
    public static final String WATCH_PORT = "watch_port";

    /** Classes that packets may belong to, one bit a class, the lowest for class 0; 8 bits. */
    public static final String CLASSES = "classes";

    /** Number of an aggregate on its switch, 0 to 1023; 10 bits. */
    public static final String AGGREGATE_INDEX = "aggregate_index";

    /**
     * log2 of the bits that the reference rate, times the user's weight, has in the meter's memory,
     * in units of 2⁻¹⁶; 32 bits.
     */
    public static final String REFERENCE_LOG = "reference_log";

    /** log2(e) over a memory, in units of 2⁻⁴⁴ per µs; 32 bits. */
    public static final String MEMORY_DECAY = "memory_decay";

    /** Depth up to which no packet is dropped for its activity, 32 bits. */
    public static final String Q_MIN_PACKETS = "q_min_packets";

    /** Depth above which packets of mean activity are dropped, 32 bits. */
    public static final String Q_BASE_PACKETS = "q_base_packets";

    /** Packets by which this depth is smaller for twice the rate, at most 4095; 32 bits. */
    public static final String GAMMA_PACKETS = "gamma_packets";

    /** Binary logarithm of &gamma; in packets, 4 bits: 0 to 10. Tofino only. */
    public static final String GAMMA_LOG2_PACKETS = "gamma_log2_packets";

    /** Most frames of a kind that a port sends the controller in a window; 16 bits. */
    public static final String FRAMES = "frames";

    /** Ethernet address of a host, 48 bits. */
    public static final String MAC = "mac";

    private Parameters() {}
}
