// SPDX-License-Identifier: Apache-2.0

// Telemetry reports to the controller between two readings of the counters (docs/telemetry.md): depth and delay of a
// packet that leaves. There is at most one report per queue and interval, so that the traffic cannot fill the
// controller's channel. A packet has at most one mirror copy: one with a report causes no feedback packet.

#ifndef WEIR_TELEMETRY_P4
#define WEIR_TELEMETRY_P4

control Telemetry(inout headers_t hdr,
                  inout metadata_t meta,
                  in egress_intrinsic_metadata_t eg_intr_md,
                  inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md) {
    Register<bit<32>, queue_t>(QUEUE_COUNT) last_report_us;
    Register<bit<16>, queue_t>(QUEUE_COUNT) max_depth_packets;

    bit<32> due_us;
    bit<1> reporting_due = 0;

    // A stored time in the future means that the clock has wrapped.
    RegisterAction<bit<32>, queue_t, bit<1>>(last_report_us) space_out = {
        void apply(inout bit<32> last_us, out bit<1> result) {
            if (last_us <= due_us || last_us > meta.now_us) {
                last_us = meta.now_us;
                result = 1;
            } else {
                result = 0;
            }
        }
    };
    RegisterAction<bit<16>, queue_t, bit<16>>(max_depth_packets) keep_max = {
        void apply(inout bit<16> depth) {
            depth = max(depth, meta.depth_packets);
        }
    };
    RegisterAction<bit<16>, queue_t, bit<16>>(max_depth_packets) take_max = {
        void apply(inout bit<16> depth, out bit<16> result) {
            result = depth;
            depth = 0;
        }
    };

    action set_report_interval(bit<32> interval_us) {
        meta.report_interval_us = interval_us;
    }

    table reporting {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
        }
        actions = {
            set_report_interval;
        }
        default_action = set_report_interval(50000);
        size = MANAGED_PORT_COUNT;
    }

    action take_larger() {
        meta.max_depth_packets = max(meta.max_depth_packets, meta.depth_packets);
    }

    action find_due() {
        due_us = meta.now_us |-| meta.report_interval_us;
    }

    action test_due() {
        reporting_due = space_out.execute(meta.queue);
    }

    action report() {
        meta.max_depth_packets = take_max.execute(meta.queue);
        eg_dprsr_md.mirror_type = MIRROR_TELEMETRY;
        meta.copy_kind = PACKET_TELEMETRY_COPY;
        meta.copy_session = (MirrorId_t) CPU_CLONE_SESSION;
    }

    action note() {
        keep_max.execute(meta.queue);
    }

    apply {
        reporting.apply();
        find_due();
        test_due();
        if (reporting_due == 1) {
            report();
        } else {
            note();
        }
        take_larger();
    }
}

#endif
