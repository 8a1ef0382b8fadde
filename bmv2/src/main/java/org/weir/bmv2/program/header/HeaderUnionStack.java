// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

import java.util.List;

/**
 * An array of header unions of one type.
 *
 * @param id its number, unique among union stacks
 * @param name its name
 * @param elements the unions, first to last
 */
public record HeaderUnionStack(int id, String name, List<HeaderUnion> elements) {}
