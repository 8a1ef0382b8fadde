// SPDX-License-Identifier: Apache-2.0

// Forwarding and ABC (docs/abc.md) on Tofino and Tofino 2, without access list and classes, for tests: the domain's edge,
// the meter and the AQM. `weir` has no room for them beside the rest.

#include <core.p4>
#if __TARGET_TOFINO__ == 2
#include <t2na.p4>
#else
#include <tna.p4>
#endif

#define WEIR_ABC

// Packet formats, sizes and parser.
#include "sizes.p4"
#include "../shared/constants.p4"
#include "../shared/headers.p4"
#include "../shared/tags.p4"
#include "../shared/activity_header.p4"
#include "../shared/checksum_fields.p4"
#include "ports.p4"
#include "delay.p4"
#include "metadata.p4"
#include "parser.p4"

// Forwarding, and the activity of users.
#include "forwarding.p4"
#include "virtual_queue.p4"
#include "binary_logarithm.p4"
#include "activity_meter.p4"
#include "activity_edge.p4"

// From ingress to egress.
#include "bridge.p4"
#include "deparser.p4"
#include "egress_parser.p4"

// Departure.
#include "activity_aqm.p4"
#include "activity_departure.p4"
#include "egress_deparser.p4"

// As in weir.p4: what the parser writes needs whole containers.
@pa_container_size("ingress", "ig_intr_md_from_prsr.parser_err", 16)
@pa_container_size("ingress", "meta.l4_src_port", 8)
@pa_container_size("ingress", "meta.l4_dst_port", 8)
control WeirIngress(inout headers_t hdr,
                    inout metadata_t meta,
                    in ingress_intrinsic_metadata_t ig_intr_md,
                    in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                    inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md,
                    inout ingress_intrinsic_metadata_for_tm_t ig_tm_md) {
    Forwarding() forwarding;
    WindowPlace() window_place;
    ActivityEdge() activity_edge;
    Bridge() bridge;

    apply {
        if (ig_prsr_md.parser_err != PARSER_ERROR_OK || meta.checksum_error
                || (hdr.ipv4.isValid() && hdr.ipv4.ihl < 5)) {
            ig_dprsr_md.drop_ctl = 3;
        } else {
            bridge.apply(hdr, meta, ig_intr_md, ig_prsr_md);
            window_place.apply(hdr, meta, ig_prsr_md);
            forwarding.apply(hdr, meta, ig_intr_md, ig_dprsr_md);
            ig_tm_md.ucast_egress_port = meta.output_port;
            activity_edge.apply(hdr, meta, ig_intr_md, ig_prsr_md);
        }
    }
}

control WeirEgress(inout headers_t hdr,
                   inout metadata_t meta,
                   in egress_intrinsic_metadata_t eg_intr_md,
                   in egress_intrinsic_metadata_from_parser_t eg_prsr_md,
                   inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md,
                   inout egress_intrinsic_metadata_for_output_port_t eg_oport_md) {
    ActivityAqm() activity_aqm;
    ActivityDeparture() activity_departure;

    apply {
        eg_dprsr_md.drop_ctl = 0;
        if (hdr.bridge.isValid()) {
            activity_aqm.apply(hdr, eg_intr_md, eg_dprsr_md);
            if (hdr.bridge.has_activity == 1) {
                activity_departure.apply(hdr, eg_intr_md);
            }
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
