// SPDX-License-Identifier: Apache-2.0

// In-band telemetry (INT) as HPCC needs it: in front of the UDP payload, then an entry of each switch that
// the packet has left, the last one first. docs/adding-a-scheme.md has the format.

#ifndef SCHEME_PATH_TELEMETRY_P4
#define SCHEME_PATH_TELEMETRY_P4

const bit<32> PATH_MAGIC = 0x57494E54;
const bit<8> PATH_VERSION = 1;
// Entries of a packet; switches beyond do not stamp it.
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
    // Which queue of the network: the switch's number and the port.
    bit<16> hop;
    // Packets behind this one in its queue.
    bit<16> depth_packets;
    // When the packet left the queue, and the bytes that the port has sent until then; both wrap.
    bit<32> time_us;
    bit<32> sent_bytes;
    bit<32> rate_kbps;
}

#endif
