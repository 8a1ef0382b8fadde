// SPDX-License-Identifier: Apache-2.0

// In-band telemetry (INT) as HPCC needs it: a header in front of the UDP payload, then a telemetry entry of each switch
// that the packet has left, the last one first. docs/adding-a-scheme.md has the format.

#ifndef SCHEME_PATH_TELEMETRY_P4
#define SCHEME_PATH_TELEMETRY_P4

const bit<32> PATH_MAGIC = 0x57494E54;
const bit<8> PATH_VERSION = 1;
// Greatest number of telemetry entries of a packet; further switches add none.
#define MOST_HOPS 8
const bit<16> PATH_BYTES = 8;
const bit<16> HOP_BYTES = 16;

header path_telemetry_h {
    bit<32> magic;
    bit<8> version;
    bit<8> hops;
    bit<16> reserved;
}

header hop_telemetry_h {
    // Identifier of the queue: the switch's number and the port.
    bit<16> hop;
    // Bytes behind this packet in its queue, in units of 64.
    bit<16> depth_64_bytes;
    // Time of the packet's departure from the queue, and bytes that the port has sent until then; both wrap.
    bit<32> time_us;
    bit<32> sent_bytes;
    bit<32> rate_kbps;
}

#endif
