// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

/**
 * One field of a table's key.
 *
 * @param name as in P4Info, such as {@code hdr.ipv4.dst_addr}
 * @param kind kind of match
 * @param bitWidth its width in bits, at least 1
 */
public record MatchField(String name, MatchKind kind, int bitWidth) {}
