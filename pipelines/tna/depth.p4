// SPDX-License-Identifier: Apache-2.0

// How long the queue is that a packet leaves. The traffic manager counts cells and says at departure how
// many it still holds of the queue. A packet is 1500 bytes there: 20 of Tofino 1's cells of 80 bytes, with
// its Ethernet header and what ingress puts in front of it, and depth_packets is cells * 13 / 256;
// 9 of Tofino 2's cells of 176 bytes, and it is cells * 57 / 512.

#ifndef WEIR_DEPTH_P4
#define WEIR_DEPTH_P4

control Depth(in egress_intrinsic_metadata_t eg_intr_md, out bit<16> depth_packets) {
    // By way of hashes that change nothing, because the count lies across containers of the PHV and
    // arithmetic wants all of a number in one.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_cells;
    Hash<bit<16>>(HashAlgorithm_t.IDENTITY) shift_sum;

    bit<32> cells;
    bit<32> sum;
    bit<32> b;

    action take() { cells = place_cells.get({ 13w0, eg_intr_md.deq_qdepth }); }
#if __TARGET_TOFINO__ == 2
    action shift() { sum = cells << 6; b = cells << 3; }
    action add_b() { sum = sum - b; }
    action to_packets() { depth_packets = shift_sum.get({ sum[24:9] }); }
#else
    action shift() { sum = cells << 3; b = cells << 2; }
    action add_b() { sum = sum + b; }
    action to_packets() { depth_packets = shift_sum.get({ sum[23:8] }); }
#endif
    action add_cells() { sum = sum + cells; }

    apply {
        take();
        shift();
        add_b();
        add_cells();
        to_packets();
    }
}

#endif
