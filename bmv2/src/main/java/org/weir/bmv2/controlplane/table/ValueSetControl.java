// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.List;
import org.weir.bmv2.controlplane.ControlException;

/**
 * A value set of the program's parser: the values that a transition takes, set at run time. A
 * refused call throws a {@link ControlException} naming the set, the field and the rule, and
 * changes nothing.
 */
public interface ValueSetControl {

    /** Full name, as in P4Info. */
    String name();

    /** Widths in bits of the fields that a member matches, in the order of P4Info. */
    List<Integer> fieldBits();

    /** Most members it takes. */
    long maxSize();

    /**
     * Adds a member. The program's JSON does not tell how a field is matched, P4Info does: any kind
     * of key is taken for any field.
     *
     * @param member one key per field
     */
    void insert(List<MatchKey> member);

    /** Removes a member. */
    void delete(List<MatchKey> member);

    /** Puts other members in the place of all there are, as P4Runtime's MODIFY does. */
    void replace(List<List<MatchKey>> members);

    /** All members in the order they were added, with values as long as the fields are wide. */
    List<List<MatchKey>> members();
}
