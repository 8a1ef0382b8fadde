// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.p4;

/** Names of the match fields of all tables. */
public final class MatchFields {

    /** Port the packet came in by. */
    public static final String INGRESS_PORT = "standard_metadata.ingress_port";

    /** Port the packet leaves by, in the egress tables. */
    public static final String EGRESS_PORT = "standard_metadata.egress_port";

    /** Ethernet destination. */
    public static final String ETH_DST = "eth_dst";

    /** Ethernet source. */
    public static final String ETH_SRC = "eth_src";

    /** EtherType, behind VLAN tags. */
    public static final String ETH_TYPE = "hdr.ethernet.ether_type";

    /** 1 for a packet with a VLAN tag. */
    public static final String HAS_VLAN_TAG = "hdr.outer_tag.has_vlan_tag";

    /** VLAN identifier of the only tag or the outer of two; without a tag any number. */
    public static final String VLAN_ID = "hdr.outer_tag.vlan_id";

    /** Priority code point of that tag; without a tag any number. */
    public static final String VLAN_PCP = "hdr.outer_tag.vlan_pcp";

    /** 1 for a packet with two VLAN tags. */
    public static final String HAS_INNER_VLAN_TAG = "hdr.inner_tag.has_inner_vlan_tag";

    /** VLAN identifier of the inner tag; without one any number. */
    public static final String INNER_VLAN_ID = "hdr.inner_tag.inner_vlan_id";

    /** Priority code point of the inner tag; without one any number. */
    public static final String INNER_VLAN_PCP = "hdr.inner_tag.inner_vlan_pcp";

    /** IPv4 protocol or IPv6 next header. */
    public static final String IP_PROTOCOL = "meta.ip_protocol";

    /** Differentiated services code point. */
    public static final String DSCP = "meta.dscp";

    /** TCP or UDP source port; for ICMP and ICMPv6 the type. */
    public static final String L4_SRC_PORT = "meta.l4_src_port";

    /** TCP or UDP destination port; for ICMP and ICMPv6 the code. */
    public static final String L4_DST_PORT = "meta.l4_dst_port";

    /** IPv4 source. */
    public static final String IPV4_SRC = "hdr.ipv4.src_addr";

    /** IPv4 destination. */
    public static final String IPV4_DST = "hdr.ipv4.dst_addr";

    /** IPv6 source. */
    public static final String IPV6_SRC = "hdr.ipv6.src_addr";

    /** IPv6 destination. */
    public static final String IPV6_DST = "hdr.ipv6.dst_addr";

    /** Next-hop group. */
    public static final String GROUP_ID = "meta.group_id";

    /** Bucket of a next-hop group. */
    public static final String BUCKET = "meta.bucket";

    /** Port that forwarding chose, in the ingress tables. */
    public static final String OUTPUT_PORT = "meta.output_port";

    /** Class of the packet. */
    public static final String CLASS_ID = "meta.class_id";

    /** Generation of settings, 0 or 1. */
    public static final String GENERATION = "meta.generation";

    /** Step of lengths that a packet is in, 4 bits. */
    public static final String LENGTH_STEP = "length_step";

    /** VLAN of an ARP request or a neighbour solicitation, 0 for none. */
    public static final String NEIGHBOUR_VLAN_ID = "vlan_id";

    /** Address for which an ARP request or a neighbour solicitation asks. */
    public static final String NEIGHBOUR_IP = "target_ip";

    private MatchFields() {}
}
