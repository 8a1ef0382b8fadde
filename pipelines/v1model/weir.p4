// SPDX-License-Identifier: Apache-2.0

// Weir's data plane for BMv2 (v1model). pipelines/README.md walks through it in the packet's order.

#include <core.p4>
#include <v1model.p4>

// Packet formats, sizes, parser and checksums.
#include "sizes.p4"
#include "../shared/constants.p4"
#include "../shared/headers.p4"
#include "../shared/checksum_fields.p4"
#include "ports.p4"
#include "../shared/tags.p4"
#include "../shared/activity_header.p4"
#include "metadata.p4"
#include "parser.p4"
#include "checksums.p4"

// Edge: checks by the kind of the ingress port.
#include "edge.p4"

// Forwarding: the output port.
#include "acl.p4"
#include "arp_reply.p4"
#include "ndp_reply.p4"
#include "to_controller.p4"
#include "forwarding.p4"
#include "fast_reroute.p4"
#include "agents.p4"
#include "binary_logarithm.p4"
#include "exponential_decay.p4"
#include "activity_meter.p4"
#include "activity_edge.p4"
#include "rpm_flow.p4"
#include "rpm.p4"

// Queueing: class, settings and virtual queue.
#include "classifier.p4"
#include "class_permission.p4"
#include "../shared/queue_settings.p4"
#include "queue_registers.p4"
#include "arrival_rate.p4"
#include "rate_bound.p4"
#include "flow_slot.p4"
#include "activity_aqm.p4"
#include "congestion_point.p4"
#include "priority_level.p4"
#include "lanes.p4"
#include "virtual_queue.p4"

// Departure from the queue: active queue management, statistics and telemetry.
#include "../shared/ce_mark.p4"
#include "inverse_sqrt.p4"
#include "codel.p4"
#include "rpm_event.p4"
#include "aqm.p4"
#include "../shared/delay_buckets.p4"
#include "queue_statistics.p4"
#include "dequeue.p4"
#include "activity_departure.p4"
#include "telemetry.p4"

// Clones: telemetry reports to the controller, feedback packets to the sender.
#include "telemetry_report.p4"
#include "../shared/feedback.p4"
#include "../shared/feedback_tags.p4"
#include "feedback_report.p4"
#include "feedback_departure.p4"

// Deparser.
#include "deparser.p4"

control WeirIngress(inout headers_t hdr,
                    inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    // By ingress port: packets dropped by the parser or a checksum.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) malformed;
    // By ingress port: packets with a DSCP or of a class that the port may not use.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) refused;

    Edge() edge;
    Acl() acl;
    ArpReply() arp_reply;
    NdpReply() ndp_reply;
    ToController() to_controller;
    Agents() agents;
    Classifier() classifier;
    ClassPermission() class_permission;
    ActivityEdge() activity_edge;
    Forwarding() forwarding;
    FastReroute() fast_reroute;
    Rpm() rpm;
    QueueSettings() queue_settings;
    VirtualQueue() virtual_queue;

    action refuse() {
        refused.count((bit<32>) standard_metadata.ingress_port);
        mark_to_drop(standard_metadata);
    }

    apply {
        // Packet-out: to the port that the controller names.
        if (hdr.packet_out.isValid()) {
            standard_metadata.egress_spec = hdr.packet_out.egress_port;
            standard_metadata.priority = PRIORITY_CONTROL;
            hdr.packet_out.setInvalid();
            return;
        }
        if (standard_metadata.checksum_error == 1
                || standard_metadata.parser_error != error.NoError) {
            malformed.count((bit<32>) standard_metadata.ingress_port);
            mark_to_drop(standard_metadata);
            return;
        }

        // Edge: checks by the kind of the ingress port.
        edge.apply(hdr, meta, standard_metadata);
        if (meta.forged) {
            return;
        }
        if (meta.refused) {
            refuse();
            return;
        }

        // Forwarding: the output port.
        standard_metadata.priority = PRIORITY_UNMANAGED;
        acl.apply(hdr, meta, standard_metadata);
        if (meta.to_controller) {
            if (hdr.arp.isValid()) {
                arp_reply.apply(hdr, meta, standard_metadata);
            } else if (hdr.ndp.isValid()) {
                ndp_reply.apply(hdr, meta, standard_metadata);
            }
            to_controller.apply(hdr, meta, standard_metadata);
        }
        if (meta.punted || meta.answered) {
            return;
        }
        if (meta.output_port == 0) {
            forwarding.apply(hdr, meta, standard_metadata);
            fast_reroute.apply(meta, standard_metadata);
        }
        if (hdr.feedback.isValid()) {
            standard_metadata.priority = PRIORITY_CONTROL;
            agents.apply(hdr, meta, standard_metadata);
            return;
        }
        if (meta.output_port != 0) {
            activity_edge.apply(hdr, meta, standard_metadata);
            if (hdr.tcp.isValid()) {
                rpm.apply(hdr, standard_metadata);
            }
        }

        // Queueing: class, settings and virtual queue.
        if (meta.output_port == 0 || !IS_MANAGED(meta.output_port)
                || !(hdr.ipv4.isValid() || hdr.ipv6.isValid())) {
            return;
        }
        classifier.apply(hdr, meta, standard_metadata);
        class_permission.apply(meta);
        if (meta.refused) {
            refuse();
            return;
        }
        meta.managed = true;
        meta.queue = (bit<32>) (meta.output_port ++ meta.class_id);
        queue_settings.apply(hdr, meta, standard_metadata.priority);
        virtual_queue.apply(hdr, meta, standard_metadata);
    }
}

control WeirEgress(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    Aqm() aqm;
    QueueStatistics() queue_statistics;
    // @name puts its counters under the name of the statistics in P4Info.
    @name("queue_statistics") Dequeue() dequeue;
    ActivityDeparture() activity_departure;
    Telemetry() telemetry;
    TelemetryReport() telemetry_report;
    Feedback() feedback;
    FeedbackTags() feedback_tags;
    FeedbackReport() feedback_report;
    FeedbackDeparture() feedback_departure;

    action send_packet_in(bit<9> ingress_port) {
        hdr.packet_in.setValid();
        hdr.packet_in.ingress_port = ingress_port;
        hdr.packet_in.pad = 0;
    }

    apply {
        if (standard_metadata.instance_type == INSTANCE_INGRESS_CLONE) {
            if (meta.clone_reason == clone_reason_t.FEEDBACK) {
                // Recirculated, so that ingress routes the feedback packet.
                feedback.apply(hdr);
                feedback_tags.apply(hdr);
                feedback_report.apply(hdr, meta);
                recirculate_preserving_field_list(FIELDS_RECIRCULATE);
            } else {
                send_packet_in(meta.ingress_port);
            }
        } else if (standard_metadata.instance_type == INSTANCE_EGRESS_CLONE) {
            telemetry_report.apply(hdr, meta);
        } else if (standard_metadata.egress_port == CPU_PORT) {
            send_packet_in(standard_metadata.ingress_port);
        } else if (hdr.feedback.isValid()) {
            feedback_departure.apply(hdr);
        } else {
            if (meta.managed) {
                // A packet from a managed queue.
                aqm.apply(hdr, meta, standard_metadata);
                queue_statistics.apply(meta, standard_metadata);
                dequeue.apply(meta, standard_metadata);
                if (!meta.dropped) {
                    telemetry.apply(hdr, meta, standard_metadata);
                }
            }
            if (meta.has_activity) {
                activity_departure.apply(hdr, meta, standard_metadata);
            }
        }
    }
}

V1Switch(WeirParser(),
         WeirVerifyChecksum(),
         WeirIngress(),
         WeirEgress(),
         WeirComputeChecksum(),
         WeirDeparser()) main;
