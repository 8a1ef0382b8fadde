// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;

/**
 * An action.
 *
 * @param id its number, unique among actions
 * @param name its full name; several actions may share it
 * @param parameters names and widths of what a table entry gives it
 * @param primitives its steps
 */
public record Action(int id, String name, List<Parameter> parameters, List<Primitive> primitives) {

    /**
     * A parameter.
     *
     * @param name its name
     * @param bitWidth its width in bits
     */
    public record Parameter(String name, int bitWidth) {}
}
