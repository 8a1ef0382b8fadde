// SPDX-License-Identifier: Apache-2.0

// Writes the activity value in front of a packet that stays in the ABC domain (docs/abc.md). A port leads out of it unless
// `inner_ports` has it.

#ifndef WEIR_ACTIVITY_DEPARTURE_P4
#define WEIR_ACTIVITY_DEPARTURE_P4

control ActivityDeparture(inout headers_t hdr, in egress_intrinsic_metadata_t eg_intr_md) {
    action write_activity() {
        hdr.activity.setValid();
        hdr.activity.type = ETHER_TYPE_ACTIVITY;
        hdr.activity.activity = hdr.bridge.activity;
    }

    table inner_ports {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
        }
        actions = {
            write_activity;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    apply {
        inner_ports.apply();
    }
}

#endif
