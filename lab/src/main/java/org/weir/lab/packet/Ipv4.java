// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

/** Numbers of the IPv4 header (RFC 791). */
final class Ipv4 {
    static final int ETHER_TYPE = 0x0800;
    static final int HEADER_BYTES = 20;

    private Ipv4() {}
}
