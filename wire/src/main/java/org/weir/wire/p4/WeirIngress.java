// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.p4;

/**
 * Names that P4Info has for the control block {@code WeirIngress} and the blocks in it: one class a
 * block, named as it. A constant is the P4 name in upper case.
 */
public final class WeirIngress {

    /** Counter by ingress port: packets that the parser or a checksum refused. */
    public static final String MALFORMED = "WeirIngress.malformed";

    /** Counter by ingress port: packets with a DSCP or of a class that the port may not use. */
    public static final String REFUSED = "WeirIngress.refused";

    private WeirIngress() {}

    /** The edge: checks of the frames that hosts send. */
    public static final class Edge {

        private static final String BLOCK = "WeirIngress.edge.";

        /** Table, ingress port to what it believes. */
        public static final String PORT_KINDS = BLOCK + "port_kinds";

        /** Action: the port leads to a switch, everything is believed. */
        public static final String TRUST_PORT = BLOCK + "trust_port";

        /** Action: the port leads to hosts, whose DSCP is believed. */
        public static final String TRUST_DSCP = BLOCK + "trust_dscp";

        /** Action: the port leads to hosts, whose packets get DSCP 0. */
        public static final String CLEAR_DSCP = BLOCK + "clear_dscp";

        /** Action: the port leads to hosts, whose packets with a DSCP are dropped. */
        public static final String REFUSE_DSCP = BLOCK + "refuse_dscp";

        /** Counter by ingress port: dropped frames of hosts that claim to be a switch's. */
        public static final String FORGED = BLOCK + "forged";

        /** Counter by ingress port: packets whose DSCP was cleared. */
        public static final String CLEARED = BLOCK + "cleared";

        private Edge() {}
    }

    /** Hosts that get feedback packets. */
    public static final class Agents {

        private static final String BLOCK = "WeirIngress.agents.";

        /** Table: ports that lead to hosts. */
        public static final String HOST_PORTS = BLOCK + "host_ports";

        /** Action: feedback packets leave by the port only for hosts with an agent. */
        public static final String ASK_FOR_AGENT = BLOCK + "ask_for_agent";

        /** Table: IPv4 addresses of hosts with an agent. */
        public static final String IPV4_AGENTS = BLOCK + "ipv4_agents";

        /** Table: IPv6 addresses of hosts with an agent. */
        public static final String IPV6_AGENTS = BLOCK + "ipv6_agents";

        /** Action: lets a feedback packet go to its host. */
        public static final String DELIVER = BLOCK + "deliver";

        /** Counter by port: feedback packets dropped because their host has no agent. */
        public static final String WITHHELD = BLOCK + "withheld";

        private Agents() {}
    }

    /** Answers to ARP requests. */
    public static final class ArpReply {

        private static final String BLOCK = "WeirIngress.arp_reply.";

        /** Table, VLAN and IPv4 address to the host that has the address. */
        public static final String IPV4_NEIGHBOURS = BLOCK + "ipv4_neighbours";

        /** Action: turns an ARP request into the reply, unless its host is behind the same port. */
        public static final String ANSWER = BLOCK + "answer";

        private ArpReply() {}
    }

    /** Answers to IPv6 neighbour solicitations. */
    public static final class NdpReply {

        private static final String BLOCK = "WeirIngress.ndp_reply.";

        /** Table, VLAN and IPv6 address to the host that has the address. */
        public static final String IPV6_NEIGHBOURS = BLOCK + "ipv6_neighbours";

        /**
         * Action: turns a neighbour solicitation into the advertisement, unless its host is behind
         * the same port.
         */
        public static final String ADVERTISE = BLOCK + "advertise";

        private NdpReply() {}
    }

    /** Frames to the controller, within limits. */
    public static final class ToController {

        private static final String BLOCK = "WeirIngress.to_controller.";

        /** Table, ingress port to its limit of frames to the controller. */
        public static final String LIMITS = BLOCK + "limits";

        /** Action: most frames of a kind in a window of about a second. */
        public static final String LIMIT_FRAMES = BLOCK + "limit_frames";

        /** Counter by ingress port: frames over the limit. */
        public static final String LIMITED = BLOCK + "limited";

        private ToController() {}
    }

    /** The access list: the first table of all. */
    public static final class Acl {

        private static final String BLOCK = "WeirIngress.acl.";

        /** Table: packets to the controller, to a port or dropped. */
        public static final String ACL = BLOCK + "acl";

        /** Action: sends a packet to the controller instead of forwarding it. */
        public static final String PUNT = BLOCK + "punt";

        /** Action: sends the controller a copy and forwards the packet. */
        public static final String COPY_TO_CPU = BLOCK + "copy_to_cpu";

        /** Action: leaves a packet as it is, so that no entry of a lower priority applies. */
        public static final String PERMIT = BLOCK + "permit";

        /** Action: drops a packet in the access list. */
        public static final String DROP = BLOCK + "drop";

        /** Action: forwards by a port, past the routes. */
        public static final String SET_OUTPUT = BLOCK + "set_output";

        /** Direct counter: packets that met an entry. */
        public static final String HITS = BLOCK + "hits";

        private Acl() {}
    }

    /** Packet to class. */
    public static final class Classifier {

        private static final String BLOCK = "WeirIngress.classifier.";

        /** Table, IPv4 packet to class. */
        public static final String IPV4_CLASSES = BLOCK + "ipv4_classes";

        /** Table, IPv6 packet to class. */
        public static final String IPV6_CLASSES = BLOCK + "ipv6_classes";

        /** Action: puts a packet into a class. */
        public static final String SET_CLASS = BLOCK + "set_class";

        /** Direct counter of the IPv4 rules. BMv2 only. */
        public static final String IPV4_HITS = BLOCK + "ipv4_hits";

        /** Direct counter of the IPv6 rules. BMv2 only. */
        public static final String IPV6_HITS = BLOCK + "ipv6_hits";

        private Classifier() {}
    }

    /** Destination to port. */
    public static final class Forwarding {

        private static final String BLOCK = "WeirIngress.forwarding.";

        /** Table, IPv4 prefix to port or next-hop group. */
        public static final String IPV4_ROUTES = BLOCK + "ipv4_routes";

        /** Table, IPv6 prefix to port or next-hop group. */
        public static final String IPV6_ROUTES = BLOCK + "ipv6_routes";

        /** Table, bucket of a next-hop group to port. */
        public static final String NEXT_HOPS = BLOCK + "next_hops";

        /** Action: forwards by a port. */
        public static final String SET_OUTPUT = BLOCK + "set_output";

        /** Action: forwards by one of a next-hop group's buckets. */
        public static final String SET_GROUP = BLOCK + "set_group";

        /** Action: drops a packet that a route matched. */
        public static final String DROP = BLOCK + "drop";

        /** Action: forwards by a port, or by its alternate while the port is down. BMv2 only. */
        public static final String SET_PROTECTED_OUTPUT = BLOCK + "set_protected_output";

        /** Counter by ingress port: packets without a route. */
        public static final String UNROUTED = BLOCK + "unrouted";

        /** Counter by ingress port: packets whose hop count ran out. */
        public static final String EXPIRED = BLOCK + "expired";

        private Forwarding() {}
    }

    /** Alternate ports for ports that are down. BMv2 only. */
    public static final class FastReroute {

        private static final String BLOCK = "WeirIngress.fast_reroute.";

        /** Table, port to its state: action sets that watch it. The P4Runtime client fills it. */
        public static final String LIVE_PORTS = BLOCK + "live_ports";

        /** Action: the port is down, packets take the alternate port of their route. */
        public static final String PORT_IS_DEAD = BLOCK + "port_is_dead";

        /** Action: the port is up. */
        public static final String PORT_IS_LIVE = BLOCK + "port_is_live";

        /** Action profile of the states of ports. */
        public static final String PORT_STATES = BLOCK + "port_states";

        /** Counter by port: packets that took an alternate. */
        public static final String REROUTED = BLOCK + "rerouted";

        private FastReroute() {}
    }

    /** Settings of the queues of a port. */
    public static final class QueueSettings {

        private static final String BLOCK = "WeirIngress.queue_settings.";

        /** Smallest rate window of a port, in µs. */
        public static final int MIN_RATE_WINDOW_US = 16;

        /** Largest rate window of a port, in µs. */
        public static final int MAX_RATE_WINDOW_US = 32768;

        /** Table, port to its generation in force. */
        public static final String GENERATIONS = BLOCK + "generations";

        /** Table, (port, class, generation) to settings. */
        public static final String SETTINGS = BLOCK + "settings";

        /** Action: gives a (port, class) a virtual queue. */
        public static final String SET_VIRTUAL_QUEUE = BLOCK + "set_virtual_queue";

        /** Action: gives a (port, class) one fixed priority and no virtual queue. */
        public static final String SET_STRICT_PRIORITY = BLOCK + "set_strict_priority";

        private QueueSettings() {}

        /**
         * Action that puts a generation of settings in force, with the rate window of the port.
         *
         * @param rateWindowUs a power of two, 16..32768
         * @throws IllegalArgumentException if there is no such action
         */
        public static String useGeneration(long rateWindowUs) {
            if (rateWindowUs < MIN_RATE_WINDOW_US
                    || rateWindowUs > MAX_RATE_WINDOW_US
                    || Long.bitCount(rateWindowUs) != 1) {
                throw new IllegalArgumentException(
                        "no action for a rate window of " + rateWindowUs + " us");
            }
            return BLOCK + "use_generation_" + rateWindowUs + "us";
        }
    }

    /** Virtual queues: their counters. */
    public static final class VirtualQueue {

        private static final String BLOCK = "WeirIngress.virtual_queue.";

        /** Counter: packets routed to (port, class), those dropped there included. */
        public static final String ARRIVALS = BLOCK + "arrivals";

        /** Counter: packets dropped at the limit. */
        public static final String DROPS = BLOCK + "drops";

        /** Counter: packets that met a depth at or over the threshold. */
        public static final String MARKS = BLOCK + "marks";

        /** Counter: feedback packets made. */
        public static final String FEEDBACK = BLOCK + "feedback";

        private VirtualQueue() {}
    }

    /** Entrance to an ABC domain: activity values of packets. BMv2, and Tofino with ABC. */
    public static final class ActivityEdge {

        private static final String BLOCK = "WeirIngress.activity_edge.";

        /** Table, ingress port to its place in the domain. */
        public static final String PORTS = BLOCK + "ports";

        /** Action: the port leads to a switch of the domain, activity values are kept. */
        public static final String KEEP_ACTIVITY = BLOCK + "keep_activity";

        /** Action: the port leads to users, who are metered. */
        public static final String METER_USERS = BLOCK + "meter_users";

        /** Table, (ingress port, IPv4 source) to aggregate. */
        public static final String IPV4_AGGREGATES = BLOCK + "ipv4_aggregates";

        /** Table, (ingress port, IPv6 source) to aggregate. */
        public static final String IPV6_AGGREGATES = BLOCK + "ipv6_aggregates";

        /** Action: meters a packet with an aggregate. */
        public static final String SET_AGGREGATE = BLOCK + "set_aggregate";

        /** Counter by ingress port: packets from outside that had an activity value. */
        public static final String OVERWRITTEN = BLOCK + "overwritten";

        /** Counter by ingress port: packets of no aggregate. */
        public static final String UNMETERED = BLOCK + "unmetered";

        private ActivityEdge() {}
    }

    /** ABC's AQM of queues. BMv2, and Tofino with ABC, where it is in egress. */
    public static final class ActivityAqm {

        private static final String BLOCK = "WeirIngress.activity_aqm.";

        /** Table, output port to the thresholds of its queues. */
        public static final String PORTS = BLOCK + "ports";

        /** Action: drops packets by their activity. */
        public static final String DROP_BY_ACTIVITY = BLOCK + "drop_by_activity";

        /** Counter by queue: packets dropped for their activity. */
        public static final String DROPS = BLOCK + "drops";

        private ActivityAqm() {}
    }

    /** Reverse path marking: acknowledgements that are marked. BMv2 and Tofino. */
    public static final class Rpm {

        private static final String BLOCK = "WeirIngress.rpm.";

        /** Table: ports by which acknowledgements come in that may be marked. */
        public static final String ACK_PORTS = BLOCK + "ack_ports";

        /** Action: lets acknowledgements that come in by a port be marked. */
        public static final String WATCH_ACKS = BLOCK + "watch_acks";

        /** Counter by port: acknowledgements that were marked. */
        public static final String MARKS = BLOCK + "marks";

        /** Counter by port: flows that found the slot of another flow. */
        public static final String COLLISIONS = BLOCK + "collisions";

        /** Counter by port: slots that were given up. */
        public static final String EXPIRED = BLOCK + "expired";

        private Rpm() {}
    }
}
