// SPDX-License-Identifier: Apache-2.0

// The depth in packets of the queue that a packet leaves. The traffic manager reports it in cells at departure. A
// packet counts as 1500 bytes plus Ethernet and bridge header:
// - on Tofino 1, 20 cells of 80 bytes; depth_packets = cells * 13 / 256,
// - on Tofino 2, 9 cells of 176 bytes; depth_packets = cells * 57 / 512.

#ifndef WEIR_DEPTH_P4
#define WEIR_DEPTH_P4

control Depth(in egress_intrinsic_metadata_t eg_intr_md, out bit<16> depth_packets) {
    // Identity hashes, because the cell count is spread over PHV containers, and arithmetic needs all operands in one.
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
