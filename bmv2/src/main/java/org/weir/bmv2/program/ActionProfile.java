// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;

/**
 * Actions that tables share.
 *
 * @param name its full name
 * @param maxSize most members
 * @param selector hash that chooses a member of a group; null when there are no groups
 */
public record ActionProfile(String name, int maxSize, Calculation selector) {

    /** Fields that the choice of a member is computed from; none when there are no groups. */
    public List<Calculation.Input> selectorInputs() {
        return selector == null ? List.of() : selector.inputs();
    }
}
