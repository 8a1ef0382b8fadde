// SPDX-License-Identifier: Apache-2.0

// Priority-based flow control in P4 (P4QCN section 3.4; IEEE 802.1Q clause 36). The program counts the packets that
// arrived by a port and have not left the switch. At `pause_packets` it pauses the port's peer, at `resume_packets` it
// lets the peer continue.
//
// A packet that the traffic manager drops would stay in the count for ever. So the program itself drops a packet that
// finds `limit_packets` waiting for its output port, before it counts it, and the traffic manager's queues must hold
// at least that many.

#ifndef SCHEME_PFC_P4
#define SCHEME_PFC_P4

// pfc_arrived and pfc_queued are written by ingress, pfc_left and pfc_sent by egress. The difference of a pair is the
// number of packets that wait.
register<bit<32>>(PORT_COUNT) pfc_arrived;
register<bit<32>>(PORT_COUNT) pfc_left;
register<bit<32>>(PORT_COUNT) pfc_queued;
register<bit<32>>(PORT_COUNT) pfc_sent;
// 1 while the port's peer is paused, and the time of the last pause frame.
register<bit<1>>(PORT_COUNT) pfc_paused;
register<bit<48>>(PORT_COUNT) pfc_paused_us;

const bit<32> PAUSE_SESSION = 2;
const bit<16> PAUSE_QUANTA = 0xFFFF;

control PfcArrival(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    // By ingress port.
    counter(PORT_COUNT, CounterType.packets) pauses;
    // By egress port.
    counter(PORT_COUNT, CounterType.packets) drops;

    bit<32> limit = 0;
    bit<32> pause_at = 0;
    bit<48> repeat_us = 0;

    action set_limit(bit<32> limit_packets) {
        limit = limit_packets;
    }

    // Queue limit of the output port.
    table limits {
        key = {
            standard_metadata.egress_spec: exact;
        }
        actions = {
            set_limit;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    action set_pause(bit<32> pause_packets, bit<48> repeat_interval_us) {
        pause_at = pause_packets;
        repeat_us = repeat_interval_us;
    }

    // Of the port the packet came by.
    table thresholds {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            set_pause;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> in_port = (bit<32>) standard_metadata.ingress_port;
        bit<32> out_port = (bit<32>) standard_metadata.egress_spec;
        bit<32> queued;
        bit<32> sent;
        bit<32> arrived;
        bit<32> left_switch;
        pfc_queued.read(queued, out_port);
        pfc_sent.read(sent, out_port);
        if (limits.apply().hit && queued - sent >= limit) {
            drops.count(out_port);
            mark_to_drop(standard_metadata);
            return;
        }
        pfc_queued.write(out_port, queued + 1);
        pfc_arrived.read(arrived, in_port);
        arrived = arrived + 1;
        pfc_arrived.write(in_port, arrived);
        if (!thresholds.apply().hit) {
            return;
        }
        pfc_left.read(left_switch, in_port);
        if (arrived - left_switch < pause_at) {
            return;
        }
        bit<1> paused;
        bit<48> paused_us;
        pfc_paused.read(paused, in_port);
        pfc_paused_us.read(paused_us, in_port);
        if (paused == 0 || standard_metadata.ingress_global_timestamp >= paused_us + repeat_us) {
            pfc_paused.write(in_port, 1);
            pfc_paused_us.write(in_port, standard_metadata.ingress_global_timestamp);
            pauses.count(in_port);
            meta.pause_port = standard_metadata.ingress_port;
            meta.pause_quanta = PAUSE_QUANTA;
            clone_preserving_field_list(CloneType.I2E, PAUSE_SESSION, FIELDS_PAUSE);
        }
    }
}

control PfcDeparture(inout metadata_t meta,
                     inout standard_metadata_t standard_metadata,
                     out bool resuming) {
    // By ingress port.
    counter(PORT_COUNT, CounterType.packets) resumes;

    bit<32> resume_at = 0;

    action set_resume(bit<32> resume_packets) {
        resume_at = resume_packets;
    }

    // Of the port the packet came by.
    table thresholds {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            set_resume;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        resuming = false;
        bit<32> in_port = (bit<32>) standard_metadata.ingress_port;
        bit<32> out_port = (bit<32>) standard_metadata.egress_port;
        bit<32> sent;
        bit<32> arrived;
        bit<32> left_switch;
        pfc_sent.read(sent, out_port);
        pfc_sent.write(out_port, sent + 1);
        pfc_left.read(left_switch, in_port);
        left_switch = left_switch + 1;
        pfc_left.write(in_port, left_switch);
        bit<1> paused;
        pfc_paused.read(paused, in_port);
        if (thresholds.apply().hit && paused == 1) {
            pfc_arrived.read(arrived, in_port);
            if (arrived - left_switch <= resume_at) {
                resuming = true;
                pfc_paused.write(in_port, 0);
                resumes.count(in_port);
                meta.pause_port = standard_metadata.ingress_port;
                meta.pause_quanta = 0;
                clone_preserving_field_list(CloneType.E2E, PAUSE_SESSION, FIELDS_PAUSE);
            }
        }
    }
}

#endif
