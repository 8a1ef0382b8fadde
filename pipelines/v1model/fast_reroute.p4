// SPDX-License-Identifier: Apache-2.0

// Fast reroute (docs/fabric.md): a packet whose port is down, or is its ingress port, leaves by the alternate port of
// its route. The controller installs alternates beforehand and does not act when a port fails.
//
// Each entry of live_ports is an action set of two members. The first watches the port, the second
// watches nothing; the selector chooses the first member that is up. The second member is needed: BMv2
// divides by the number of members that are up, and crashes if it is 0.

#ifndef WEIR_FAST_REROUTE_P4
#define WEIR_FAST_REROUTE_P4

control FastReroute(inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    // By the port of the route: packets that left by the alternate.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) rerouted;

    action_selector(HashAlgorithm.identity, 2 * PORT_COUNT, 8) port_states;

    bool dead = false;

    // The client that installs the entry watches the port that the parameter names.
    action port_is_live(bit<9> watch_port) {
        meta.output_port = watch_port;
    }

    action port_is_dead() {
        dead = true;
    }

    // A port without an entry counts as live.
    @port_liveness
    table live_ports {
        key = {
            meta.output_port: exact;
            meta.first_member: selector;
        }
        actions = {
            port_is_live;
            port_is_dead;
        }
        implementation = port_states;
        size = PORT_COUNT;
    }

    apply {
        if (meta.alternate_port != 0) {
            live_ports.apply();
            // A normal packet only: one of this switch was recirculated and has not come from a neighbour.
            if (meta.output_port == standard_metadata.ingress_port
                    && standard_metadata.instance_type == INSTANCE_NORMAL) {
                dead = true;
            }
            if (dead) {
                rerouted.count((bit<32>) meta.output_port);
                meta.output_port = meta.alternate_port;
                standard_metadata.egress_spec = meta.alternate_port;
            }
        }
    }
}

#endif
