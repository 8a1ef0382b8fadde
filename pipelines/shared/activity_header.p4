// SPDX-License-Identifier: Apache-2.0

// The activity value of a packet inside an ABC domain: a header of 4 bytes behind Ethernet's.

#ifndef WEIR_ACTIVITY_HEADER_P4
#define WEIR_ACTIVITY_HEADER_P4

// IEEE 802, Local Experimental EtherType 2; 1 is that of telemetry reports.
const bit<16> ETHER_TYPE_ACTIVITY = 0x88B6;

header activity_h {
    // log2(R_m / R_r) in units of 2^-10, plus 2^15: 32768 stands for the reference rate, 33792 for twice as much.
    bit<16> activity;
    // Type of what follows.
    bit<16> ether_type;
}

#endif
