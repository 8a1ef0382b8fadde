// SPDX-License-Identifier: Apache-2.0

// Withholds feedback packets from hosts without an agent (docs/edge.md). Such a host would deliver them to a program's
// socket, or answer with ICMP errors. A port to hosts has an entry in `host_ports`, a host with an agent one in
// `ipv4_agents` or `ipv6_agents`. A port without an entry leads to a switch.

#ifndef WEIR_AGENTS_P4
#define WEIR_AGENTS_P4

control Agents(in headers_t hdr,
               in metadata_t meta,
               inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md) {
    // By output port: feedback packets that were dropped because the host has no agent.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) withheld;

    bool to_hosts = false;
    bool has_agent = false;

    action ask_for_agent() {
        to_hosts = true;
    }

    action deliver() {
        has_agent = true;
    }

    table host_ports {
        key = {
            meta.output_port: exact;
        }
        actions = {
            ask_for_agent;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    table ipv4_agents {
        key = {
            hdr.ipv4.dst_addr: exact;
        }
        actions = {
            deliver;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 1024;
    }

    table ipv6_agents {
        key = {
            hdr.ipv6.dst_addr: exact;
        }
        actions = {
            deliver;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 1024;
    }

    action withhold() {
        withheld.count(meta.output_port);
        ig_dprsr_md.drop_ctl = 1;
    }

    apply {
        host_ports.apply();
        if (hdr.ipv4.isValid()) {
            ipv4_agents.apply();
        } else {
            ipv6_agents.apply();
        }
        if (to_hosts && !has_agent) {
            withhold();
        }
    }
}

#endif
