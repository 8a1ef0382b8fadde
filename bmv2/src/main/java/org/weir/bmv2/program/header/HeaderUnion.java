// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

import java.util.List;

/**
 * Headers of which at most one is valid.
 *
 * @param id its number, unique among unions
 * @param name its name
 * @param memberNames name of each member in the type
 * @param members the headers, in the order of the names
 */
public record HeaderUnion(int id, String name, List<String> memberNames, List<Header> members) {}
