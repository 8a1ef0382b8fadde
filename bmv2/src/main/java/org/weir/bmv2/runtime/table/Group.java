// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import org.weir.bmv2.controlplane.table.ActionProfileControl;

/** Actions of which a hash chooses one: a group of an action profile, or that of one entry. */
public final class Group {

    /**
     * An action of the group.
     *
     * @param action the action
     * @param weight number of times it stands among those to choose from
     * @param watchPort the port that must be up; {@link ActionProfileControl#NO_WATCH} for none
     */
    record Choice(ActionData action, int weight, int watchPort) {}

    private final IntPredicate portUp;
    private List<Choice> choices;
    private ActionData[] slots;

    /** A group; the predicate tells which ports are up. */
    Group(List<Choice> choices, IntPredicate portUp) {
        this.portUp = portUp;
        set(choices);
    }

    /** Changes the actions. */
    void set(List<Choice> newChoices) {
        choices = List.copyOf(newChoices);
        refresh();
    }

    /** Leaves out the actions whose port is down. */
    void refresh() {
        slots =
                choices.stream()
                        .filter(
                                choice ->
                                        choice.watchPort() == ActionProfileControl.NO_WATCH
                                                || portUp.test(choice.watchPort()))
                        .flatMap(
                                choice ->
                                        Collections.nCopies(choice.weight(), choice.action())
                                                .stream())
                        .toArray(ActionData[]::new);
    }

    /** Whether the state of a port matters. */
    boolean watchesPorts() {
        return choices.stream()
                .anyMatch(choice -> choice.watchPort() != ActionProfileControl.NO_WATCH);
    }

    /** The action that a hash chooses; null while there is none. */
    public ActionData choose(long hash) {
        return slots.length == 0 ? null : slots[(int) Long.remainderUnsigned(hash, slots.length)];
    }
}
