// SPDX-License-Identifier: Apache-2.0

// The Ethernet header with VLAN tags (IEEE 802.1Q, docs/vlan.md), in three parts: addresses, up to two tags, type. So
// the type of the payload stands in the same field with and without tags.

#ifndef WEIR_TAGS_P4
#define WEIR_TAGS_P4

// Customer tag, and service tag (802.1ad).
const bit<16> ETHER_TYPE_VLAN = 0x8100;
const bit<16> ETHER_TYPE_SERVICE_VLAN = 0x88A8;
const bit<32> VLAN_TAG_BYTES = 4;

header ethernet_addresses_h {
    mac_address_t dst_addr;
    mac_address_t src_addr;
}

header vlan_tag_h {
    // ETHER_TYPE_VLAN or ETHER_TYPE_SERVICE_VLAN.
    bit<16> tpid;
    bit<3> pcp;
    bit<1> dei;
    bit<12> vlan_id;
}

header ether_type_h {
    bit<16> value;
}

#endif
