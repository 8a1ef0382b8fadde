// SPDX-License-Identifier: Apache-2.0

// Activity-based congestion management (ABC; M. Menth et al., Future Internet 11(7):159, 2019). Edge switches meter each
// user and write the activity into packets; every switch drops packets of the most active users first; the value is
// removed where a packet leaves the domain. No switch in the domain's core keeps a state for a user. Meter, average and
// threshold are those of Weir's own program.
//
// ActivityEdge and ActivityAqm are applied in ingress (frame/switch.p4), because a packet is dropped before it is queued.

#define WITH_ACTIVITY
#include "frame/types.p4"
#define ACTIVITY_QUEUE_COUNT PORT_COUNT
#include "../v1model/binary_logarithm.p4"
#include "../v1model/exponential_decay.p4"
#include "../v1model/activity_meter.p4"
#include "../v1model/activity_threshold.p4"
#include "abc/queue_length.p4"
#include "abc/activity_edge.p4"
#include "abc/activity_aqm.p4"
#include "abc/activity_departure.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    ActivityDeparture() departure;

    apply {
        departure.apply(hdr, standard_metadata);
    }
}

#include "frame/switch.p4"
