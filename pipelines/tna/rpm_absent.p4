// SPDX-License-Identifier: Apache-2.0

// Replaces rpm.p4 on an ASIC whose PHV has no room for it: no event is noted.

#ifndef WEIR_RPM_P4
#define WEIR_RPM_P4

control Rpm(inout headers_t hdr,
            in bit<32> now_ticks,
            in bool by_reverse_path,
            in bit<32> return_us,
            in bit<1> congested,
            out bit<1> noted) {
    apply {
        noted = 0;
    }
}

#endif
