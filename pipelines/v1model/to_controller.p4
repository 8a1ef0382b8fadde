// SPDX-License-Identifier: Apache-2.0

// Sends to the controller what the access list asks for, within a limit of frames per ingress port and window of 2^20 us
// (1.05 s), so that one port cannot keep the controller busy (docs/edge.md). Link probes have a window of their own: a
// flood of other frames at a port cannot cost the link that is found there.
//
// A frame over the limit does not reach the controller. If it was for the controller only it is dropped.

#ifndef WEIR_TO_CONTROLLER_P4
#define WEIR_TO_CONTROLLER_P4

#define CONTROLLER_WINDOW_LOG2_US 20

control ToController(in headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    // By ingress port: frames over the limit.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) limited;

    // By kind and ingress port: the present window, and its frames so far.
    register<bit<32>>(CONTROLLER_WINDOW_COUNT) windows;
    register<bit<32>>(CONTROLLER_WINDOW_COUNT) frames_so_far;

    bit<32> limit = DEFAULT_CONTROLLER_FRAMES;

    // frames: most frames of a kind in a window.
    action limit_frames(bit<16> frames) {
        limit = (bit<32>) frames;
    }

    table limits {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            limit_frames;
        }
        default_action = limit_frames(DEFAULT_CONTROLLER_FRAMES);
        size = 512;
    }

    apply {
        limits.apply();
        bit<1> is_link_probe = 0;
        if (hdr.ether_type.value == ETHER_TYPE_LLDP || hdr.ether_type.value == ETHER_TYPE_BDDP) {
            is_link_probe = 1;
        }
        bit<32> place = (bit<32>) (is_link_probe ++ standard_metadata.ingress_port);
        bit<32> window = (bit<32>) (standard_metadata.ingress_global_timestamp >> CONTROLLER_WINDOW_LOG2_US);
        bit<32> last_window;
        bit<32> frames;
        windows.read(last_window, place);
        frames_so_far.read(frames, place);
        if (window != last_window) {
            windows.write(place, window);
            frames = 0;
        }
        if (frames >= limit) {
            limited.count((bit<32>) standard_metadata.ingress_port);
            if (meta.punted) {
                mark_to_drop(standard_metadata);
            }
        } else {
            frames_so_far.write(place, frames + 1);
            if (meta.punted) {
                standard_metadata.egress_spec = CPU_PORT;
                standard_metadata.priority = PRIORITY_CONTROL;
            } else {
                meta.clone_reason = clone_reason_t.CPU_COPY;
                meta.ingress_port = standard_metadata.ingress_port;
                clone_preserving_field_list(CloneType.I2E, CPU_CLONE_SESSION, FIELDS_CPU_COPY);
            }
        }
    }
}

#endif
