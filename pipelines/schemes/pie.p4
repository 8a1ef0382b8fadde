// SPDX-License-Identifier: Apache-2.0

// PIE (RFC 8033). A packet is dropped or marked before it is queued, with a probability that a controller derives from
// the queueing delay of packets that leave. The delay is measured by timestamps, not by an estimate of the departure rate.

#define WITH_ADMISSION
#include "frame/types.p4"
#include "pie/probability.p4"
#include "pie/admission.p4"
#include "pie/idle_decay.p4"
#include "pie/controller.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    PieController() controller;

    apply {
        controller.apply(standard_metadata);
    }
}

#include "frame/switch.p4"
