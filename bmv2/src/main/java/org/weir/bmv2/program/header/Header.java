// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

/**
 * A header or metadata instance of the program.
 *
 * @param id its number, unique among headers
 * @param name its name, such as {@code ipv4} or {@code mpls[1]}
 * @param type its type, with the fields
 * @param isMetadata whether it is metadata: always valid, zero at the start, never on the wire
 */
public record Header(int id, String name, HeaderType type, boolean isMetadata) {}
