// SPDX-License-Identifier: Apache-2.0

// What ABC does with a packet that leaves its queue: it is counted as sent, and at the domain's edge it loses its activity
// value. A port is at the edge unless `inner_ports` has it.

#ifndef ABC_ACTIVITY_DEPARTURE_P4
#define ABC_ACTIVITY_DEPARTURE_P4

control ActivityDeparture(inout headers_t hdr, in standard_metadata_t standard_metadata) {
    table inner_ports {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> sent;
        abc_sent.read(sent, port);
        abc_sent.write(port, sent + 1);
        if (!inner_ports.apply().hit && hdr.activity.isValid()) {
            hdr.ethernet.ether_type = hdr.activity.ether_type;
            hdr.activity.setInvalid();
        }
    }
}

#endif
