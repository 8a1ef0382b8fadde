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
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_a;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_b;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_c;
    Hash<bit<16>>(HashAlgorithm_t.IDENTITY) shift_sum;

    bit<32> sum;
    bit<32> b;
    bit<32> c;

#if __TARGET_TOFINO__ == 2
    action take_a() { sum = shift_a.get({ 7w0, eg_intr_md.deq_qdepth, 6w0 }); }
    action take_b() { b = shift_b.get({ 10w0, eg_intr_md.deq_qdepth, 3w0 }); }
    action take_c() { c = shift_c.get({ 13w0, eg_intr_md.deq_qdepth }); }
    action add_b() { sum = sum - b; }
    action add_c() { sum = sum + c; }
    action to_packets() { depth_packets = shift_sum.get({ sum[24:9] }); }
#else
    action take_a() { sum = shift_a.get({ 10w0, eg_intr_md.deq_qdepth, 3w0 }); }
    action take_b() { b = shift_b.get({ 11w0, eg_intr_md.deq_qdepth, 2w0 }); }
    action take_c() { c = shift_c.get({ 13w0, eg_intr_md.deq_qdepth }); }
    action add_b() { sum = sum + b; }
    action add_c() { sum = sum + c; }
    action to_packets() { depth_packets = shift_sum.get({ sum[23:8] }); }
#endif

    apply {
        take_a();
        take_b();
        take_c();
        add_b();
        add_c();
        to_packets();
    }
}

#endif
