// SPDX-License-Identifier: Apache-2.0

// Sets CE (RFC 3168) on a packet whose sender knows ECN.

#ifndef WEIR_CE_MARK_P4
#define WEIR_CE_MARK_P4

control CeMark(inout headers_t hdr, out bool marked) {
    apply {
        marked = false;
        if (hdr.ipv4.isValid()) {
            if (hdr.ipv4.ecn != ECN_NOT_ECT) {
                hdr.ipv4.ecn = ECN_CE;
                marked = true;
            }
        } else if (hdr.ipv6.isValid()) {
            if (hdr.ipv6.ecn != ECN_NOT_ECT) {
                hdr.ipv6.ecn = ECN_CE;
                marked = true;
            }
        }
    }
}

#endif
