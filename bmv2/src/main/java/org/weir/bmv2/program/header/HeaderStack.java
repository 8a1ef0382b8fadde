// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

import java.util.List;

/**
 * An array of headers of one type.
 *
 * @param id its number, unique among stacks
 * @param name its name
 * @param elements the headers, first to last
 */
public record HeaderStack(int id, String name, List<Header> elements) {}
