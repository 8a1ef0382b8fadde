// SPDX-License-Identifier: Apache-2.0

// Telemetry reports to the controller between two readings of the counters (docs/telemetry.md): depth and delay of a
// packet that leaves. There is at most one report per queue and interval, so that the traffic cannot fill the
// controller's channel.

#ifndef WEIR_TELEMETRY_P4
#define WEIR_TELEMETRY_P4

control Telemetry(inout headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    register<bit<48>>(QUEUE_COUNT) last_report_us;
    register<bit<32>>(QUEUE_COUNT) max_depth_packets;

    action set_report_interval(bit<32> interval_us) {
        meta.report_interval_us = interval_us;
    }

    table reporting {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            set_report_interval;
        }
        default_action = set_report_interval(50000);
        size = 64;
    }

    action report() {
        meta.delay_us = standard_metadata.deq_timedelta;
        meta.time_us = standard_metadata.egress_global_timestamp;
        clone_preserving_field_list(CloneType.E2E, CPU_CLONE_SESSION, FIELDS_TELEMETRY);
    }

    apply {
        reporting.apply();
        if (!meta.has_virtual_queue) {
            meta.depth_packets = (bit<32>) standard_metadata.enq_qdepth;
        }
        bit<32> max_depth;
        bit<48> last_us;
        max_depth_packets.read(max_depth, meta.queue);
        last_report_us.read(last_us, meta.queue);
        if (meta.depth_packets > max_depth) {
            max_depth = meta.depth_packets;
        }
        if (standard_metadata.egress_global_timestamp
                >= last_us + (bit<48>) meta.report_interval_us) {
            meta.max_depth_packets = max_depth;
            max_depth = 0;
            last_report_us.write(meta.queue, standard_metadata.egress_global_timestamp);
            report();
        }
        max_depth_packets.write(meta.queue, max_depth);
    }
}

#endif
