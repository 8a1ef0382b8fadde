// SPDX-License-Identifier: Apache-2.0

// The slots that the flows of a queue share, by the queue's feedback interval. A slot sends one feedback packet in an
// interval, so fewer slots make up for a shorter interval:
//
//   interval from, us     8   16   32   64  128   256   512  1024
//   slots                32   64  128  256  512  1024  2048  4096
//
// The slots of a shorter interval are among those of the longer ones. So queues with different intervals, in whatever
// mixture, together cause at most
//
//   32 / 8 us + 32 / 16 us + 64 / 32 us + ... + 2048 / 1024 us = 18 million
//
// feedback packets a second in a pipe: 23.9 Gb/s of 166 bytes each on the recirculation port. The four pipes of the
// largest Tofino 1 together cause at most 95.6 of its 100 Gb/s.

#ifndef WEIR_FEEDBACK_SLOTS_P4
#define WEIR_FEEDBACK_SLOTS_P4

// A shorter feedback interval counts as this one.
const bit<32> FEEDBACK_INTERVAL_FLOOR_US = 8;

control FeedbackSlots(inout headers_t hdr) {
    action use_slots(bit<FEEDBACK_FLOW_BITS> mask) {
        hdr.bridge.flow_slot = hdr.bridge.flow_slot & mask;
    }

    action raise_interval(bit<FEEDBACK_FLOW_BITS> mask) {
        hdr.bridge.flow_slot = hdr.bridge.flow_slot & mask;
        hdr.bridge.feedback_interval_us = FEEDBACK_INTERVAL_FLOOR_US;
    }

    @hidden
    table slots {
        key = {
            hdr.bridge.feedback_interval_us: ternary;
        }
        actions = {
            use_slots;
            raise_interval;
        }
        const default_action = use_slots(0xFFF);
        const entries = {
            32w0x000 &&& 32w0xFFFFFFF8: raise_interval(0x01F); // [0, 8)
            32w0x008 &&& 32w0xFFFFFFF8: use_slots(0x01F); // [8, 16)
            32w0x010 &&& 32w0xFFFFFFF0: use_slots(0x03F); // [16, 32)
            32w0x020 &&& 32w0xFFFFFFE0: use_slots(0x07F); // [32, 64)
            32w0x040 &&& 32w0xFFFFFFC0: use_slots(0x0FF); // [64, 128)
            32w0x080 &&& 32w0xFFFFFF80: use_slots(0x1FF); // [128, 256)
            32w0x100 &&& 32w0xFFFFFF00: use_slots(0x3FF); // [256, 512)
            32w0x200 &&& 32w0xFFFFFE00: use_slots(0x7FF); // [512, 1024)
        }
    }

    apply {
        slots.apply();
    }
}

#endif
