// SPDX-License-Identifier: Apache-2.0

// Limits the frames to the controller that the access list has selected, per ingress port and window of 2^30 ns (1.07 s),
// so that one port cannot keep the controller busy (docs/edge.md). Link probes have a window of their own: a flood of
// other frames at a port cannot cost the link that is found there.
//
// A frame over the limit does not reach the controller. If it was for the controller only it is dropped.

#ifndef WEIR_TO_CONTROLLER_P4
#define WEIR_TO_CONTROLLER_P4

// The number of a window, which repeats after 19.5 hours, and the frames of the window so far.
struct controller_window_t {
    bit<16> number;
    bit<16> frames;
}

control ToController(in metadata_t meta,
                     in ingress_intrinsic_metadata_t ig_intr_md,
                     in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                     inout ingress_intrinsic_metadata_for_tm_t ig_tm_md) {
    // By ingress port: frames over the limit.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) limited;

    // By kind and ingress port.
    Register<controller_window_t, bit<10>>(CONTROLLER_WINDOW_COUNT) windows;

    // Identity hashes, which put the numbers into one PHV container.
    Hash<bit<16>>(HashAlgorithm_t.IDENTITY) shift_30;
    Hash<bit<10>>(HashAlgorithm_t.IDENTITY) place_window;

    bit<16> limit;
    bit<16> number;
    bit<10> place;
    bit<1> over;

    // The stored frames do not exceed the limit, so that they do not wrap.
    RegisterAction<controller_window_t, bit<10>, bit<1>>(windows) count = {
        void apply(inout controller_window_t window, out bit<1> result) {
            result = 0;
            if (window.number != number) {
                window.frames = 1;
            } else if (window.frames < limit) {
                window.frames = window.frames + 1;
            } else {
                result = 1;
            }
            window.number = number;
        }
    };

    // frames: most frames of a kind in a window.
    action limit_frames(bit<16> frames) {
        limit = frames;
    }

    table limits {
        key = {
            ig_intr_md.ingress_port: exact @name("standard_metadata.ingress_port");
        }
        actions = {
            limit_frames;
        }
        default_action = limit_frames(DEFAULT_CONTROLLER_FRAMES);
        size = 512;
    }

    action locate() {
        number = shift_30.get({ ig_prsr_md.global_tstamp[45:30] });
        place = place_window.get({ meta.is_link_probe, ig_intr_md.ingress_port });
    }

    action count_frame() {
        over = count.execute(place);
    }

    // The window's first frame passes without a comparison, so a limit of 0 needs an action of its own.
    action refuse_frame() {
        over = 1;
    }

    action withhold() {
        ig_tm_md.copy_to_cpu = 0;
        limited.count(ig_intr_md.ingress_port);
    }

    apply {
        limits.apply();
        locate();
        if (ig_tm_md.copy_to_cpu == 1) {
            if (limit == 0) {
                refuse_frame();
            } else {
                count_frame();
            }
            if (over == 1) {
                withhold();
            }
        }
    }
}

#endif
