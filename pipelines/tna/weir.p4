// SPDX-License-Identifier: Apache-2.0

// Weir's data plane for Tofino and Tofino 2 (TNA). pipelines/README.md walks through it in the packet's order.
// weir_abc.p4 compiles it with WEIR_ABC: a variant with ABC in place of CoDel and reverse path marking.

#include <core.p4>
#if __TARGET_TOFINO__ == 2
#include <t2na.p4>
#else
#include <tna.p4>
#endif

// Packet formats, sizes and parser.
#include "sizes.p4"
#include "../shared/constants.p4"
#include "../shared/headers.p4"
#include "../shared/tags.p4"
#ifdef WEIR_ABC
#include "../shared/activity_header.p4"
#endif
#include "../shared/checksum_fields.p4"
#include "ports.p4"
#include "delay.p4"
#include "metadata.p4"
#include "parser.p4"

// Edge: checks by the kind of the ingress port.
#include "edge.p4"

// Forwarding, the output port, and queueing: class, settings and virtual queue. Both begin in the same stages.
#include "acl.p4"
#include "to_controller.p4"
#include "classifier.p4"
#include "class_permission.p4"
#include "forwarding.p4"
#include "agents.p4"
#include "../shared/queue_settings.p4"
#include "virtual_queue.p4"

#ifdef WEIR_ABC
// Activity of users.
#include "binary_logarithm.p4"
#include "activity_meter.p4"
#include "activity_edge.p4"
#endif

// From ingress to egress.
#include "bridge.p4"
#include "deparser.p4"
#include "egress_parser.p4"

// Departure from the queue: congestion point, statistics, active queue management and telemetry.
#include "clock.p4"
#include "depth.p4"
#include "virtual_drain.p4"
#include "feedback_slots.p4"
#include "congestion_point.p4"
#include "../shared/delay_buckets.p4"
#include "queue_statistics.p4"
#ifdef WEIR_ABC
#include "activity_aqm.p4"
#include "activity_departure.p4"
#else
#include "codel_unit.p4"
#include "codel.p4"
#include "rpm.p4"
#include "aqm.p4"
#endif
#include "telemetry.p4"
#include "arrival_rate.p4"

// Clones: telemetry reports to the controller, feedback packets to the sender.
#include "../shared/feedback.p4"
#include "../shared/feedback_tags.p4"

// Deparser.
#include "egress_deparser.p4"

// The index and the number of the queue have PHV containers of their own, so that setting them does not wait for other
// fields. The parser writes its error into the lowest bits of a 16-bit container, which the compiler does not know.
@pa_solitary("ingress", "meta.queue")
@pa_solitary("ingress", "ig_intr_md_for_tm.qid")
@pa_container_size("ingress", "ig_intr_md_from_prsr.parser_err", 16)
// The parser writes whole containers: into a 16-bit container it would write ICMP's type and code together.
@pa_container_size("ingress", "meta.l4_src_port", 8)
@pa_container_size("ingress", "meta.l4_dst_port", 8)
control WeirIngress(inout headers_t hdr,
                    inout metadata_t meta,
                    in ingress_intrinsic_metadata_t ig_intr_md,
                    in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                    inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md,
                    inout ingress_intrinsic_metadata_for_tm_t ig_tm_md) {
    // By ingress port: packets dropped by the parser or a checksum.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) malformed;
    // By ingress port: packets with a DSCP or of a class that the port may not use.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) refused;

    Edge() edge;
    Acl() acl;
    ToController() to_controller;
    Classifier() classifier;
    ClassPermission() class_permission;
    Forwarding() forwarding;
    Agents() agents;
    QueueSettings() queue_settings;
    WindowPlace() window_place;
    VirtualQueue() virtual_queue;
    Bridge() bridge;
#ifdef WEIR_ABC
    ActivityEdge() activity_edge;
    ActivityEdgeCount() activity_edge_count;
#endif

    // Identity hashes, which move numbers to another position in their containers.
    Hash<queue_t>(HashAlgorithm_t.IDENTITY) place_queue;

    action refuse() {
        refused.count(ig_intr_md.ingress_port);
        ig_dprsr_md.drop_ctl = 1;
    }

    apply {
        if (hdr.packet_out.isValid()) {
            // Packet-out: to the port that the controller names.
            ig_tm_md.ucast_egress_port = hdr.packet_out.egress_port;
            ig_tm_md.qid = (QueueId_t) PRIORITY_CONTROL;
            ig_tm_md.bypass_egress = 1;
            hdr.packet_out.setInvalid();
        } else if (ig_prsr_md.parser_err != PARSER_ERROR_OK || meta.checksum_error
                || (hdr.ipv4.isValid() && hdr.ipv4.ihl < 5)) {
            malformed.count(ig_intr_md.ingress_port);
            ig_dprsr_md.drop_ctl = 3;
        } else {
            bridge.apply(hdr, meta, ig_intr_md, ig_prsr_md);
            window_place.apply(hdr, meta, ig_prsr_md);
#ifdef WEIR_ABC
            activity_edge.apply(hdr, meta, ig_intr_md, ig_prsr_md);
#endif

            // Edge: checks by the kind of the ingress port.
            edge.apply(hdr, meta, ig_intr_md, ig_dprsr_md);

            // Forwarding: the output port. The class is looked up in between, which saves a stage.
            if (!meta.punted) {
                acl.apply(hdr, meta, ig_intr_md, ig_dprsr_md, ig_tm_md);
            }
            to_controller.apply(meta, ig_intr_md, ig_prsr_md, ig_tm_md);
            classifier.apply(hdr, meta, ig_intr_md, ig_tm_md.qid);
            forwarding.apply(hdr, meta, ig_intr_md, ig_dprsr_md);
            ig_tm_md.ucast_egress_port = meta.output_port;
#ifdef WEIR_ABC
            activity_edge_count.apply(hdr, meta, ig_intr_md);
#endif

            // Queueing: class, settings and virtual queue.
            if (hdr.feedback.isValid()) {
                ig_tm_md.qid = (QueueId_t) PRIORITY_CONTROL;
                if (meta.has_output) {
                    agents.apply(hdr, meta, ig_dprsr_md);
                }
            } else if (meta.has_output && IS_FRONT_PANEL(meta.output_port)
                    && (hdr.ipv4.isValid() || hdr.ipv6.isValid())) {
                meta.queue = place_queue.get({ meta.output_port[8:7], meta.output_port[5:0],
                                               meta.class_id });
                hdr.bridge.managed = true;
                hdr.bridge.class_id = (bit<8>) meta.class_id;
                class_permission.apply(meta);
                queue_settings.apply(hdr, meta, ig_tm_md.qid);
                if (!meta.refused) {
                    virtual_queue.apply(hdr, meta);
                }
            } else {
                ig_tm_md.qid = (QueueId_t) PRIORITY_UNMANAGED;
            }
            if (meta.refused) {
                refuse();
            }
        }
    }
}

// The depth has a PHV container of its own throughout egress, so that setting it does not wait for other fields.
@pa_no_overlay("egress", "meta.depth_packets")
@pa_solitary("egress", "meta.depth_packets") MANAGED_ALONE
control WeirEgress(inout headers_t hdr,
                   inout metadata_t meta,
                   in egress_intrinsic_metadata_t eg_intr_md,
                   in egress_intrinsic_metadata_from_parser_t eg_prsr_md,
                   inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md,
                   inout egress_intrinsic_metadata_for_output_port_t eg_oport_md) {
    Clock() clock;
    Delay() delay;
    Depth() depth;
    VirtualDrain() virtual_drain;
    CongestionPoint() congestion_point;
#ifdef WEIR_ABC
    ActivityAqm() activity_aqm;
    ActivityDeparture() activity_departure;
#else
    Aqm() aqm;
#endif
    QueueStatistics() queue_statistics;
    Telemetry() telemetry;
    ArrivalRate() arrival_rate;
    Feedback() feedback;
    FeedbackTags() feedback_tags;

    // Identity hashes, which move numbers to another position in their containers.
    Hash<queue_t>(HashAlgorithm_t.IDENTITY) place_queue;
    Hash<bit<9>>(HashAlgorithm_t.IDENTITY) place_egress_port;
    Hash<bit<9>>(HashAlgorithm_t.IDENTITY) place_ingress_port;

    virtual_drain_t drained;

    action send_report() {
        hdr.packet_in.setValid();
        hdr.packet_in.ingress_port = place_egress_port.get({ hdr.telemetry.egress_port[8:0] });
    }

    action send_packet_in() {
        hdr.packet_in.setValid();
        hdr.packet_in.ingress_port = place_ingress_port.get({ hdr.bridge.ingress_port });
    }

    apply {
        // The compiler clears this field in ingress only; in egress its container holds an old value.
        eg_dprsr_md.drop_ctl = 0;
#ifdef WEIR_ABC
        // A packet that stays in the ABC domain. First, since on Tofino 1 it would take a stage more at the end.
        if (hdr.bridge.isValid() && hdr.bridge.has_activity == 1) {
            activity_departure.apply(hdr, eg_intr_md);
        }
#endif
        if (hdr.feedback_report.isValid()) {
            // A mirror copy that becomes a feedback packet. Its session leads to the recirculation port.
            feedback.apply(hdr);
            feedback_tags.apply(hdr);
            hdr.feedback.class_id = hdr.copy.class_id;
        } else if (hdr.telemetry.isValid()) {
            hdr.telemetry.version = TELEMETRY_VERSION;
            hdr.ether_type.value = ETHER_TYPE_TELEMETRY;
            send_report();
        } else if (meta.to_cpu) {
            send_packet_in();
        } else if (hdr.bridge.isValid() && hdr.bridge.managed) {
            // A packet from a managed queue.
            meta.managed = true;
            meta.queue = place_queue.get({ eg_intr_md.egress_port[8:7],
                                           eg_intr_md.egress_port[5:0], hdr.bridge.class_id[2:0] });
            clock.apply(eg_prsr_md.global_tstamp, meta.now_us, meta.now_ticks);
            delay.apply(eg_prsr_md.global_tstamp, hdr.bridge.arrival_ns, meta.delay);
            depth.apply(eg_intr_md, meta.depth_packets);
            virtual_drain.apply(hdr, meta.queue, eg_intr_md, eg_prsr_md.global_tstamp, drained);
#ifdef WEIR_ABC
            activity_aqm.apply(hdr, meta, eg_intr_md, eg_dprsr_md);
#else
            aqm.apply(hdr, meta, eg_intr_md, eg_dprsr_md);
#endif
            telemetry.apply(hdr, meta, eg_intr_md, eg_dprsr_md);
            congestion_point.apply(hdr, meta, eg_intr_md, drained, eg_dprsr_md);
            queue_statistics.apply(hdr, meta);
            arrival_rate.apply(hdr.bridge.arrival_rate);
        }
    }
}

Pipeline(WeirParser(),
         WeirIngress(),
         WeirDeparser(),
         WeirEgressParser(),
         WeirEgress(),
         WeirEgressDeparser()) pipe;

Switch(pipe) main;
