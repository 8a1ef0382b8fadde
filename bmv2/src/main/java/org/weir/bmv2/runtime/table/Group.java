// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.Arrays;
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

    /** The actions that can be chosen. */
    private ActionData[] actions;

    /** For each of them, the sum of its weight and those of all before it. */
    private long[] weightSums;

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
        List<Choice> usable = choices.stream().filter(this::isUsable).toList();
        actions = usable.stream().map(Choice::action).toArray(ActionData[]::new);
        weightSums = new long[actions.length];
        long sum = 0;
        for (int i = 0; i < actions.length; i++) {
            sum += usable.get(i).weight();
            weightSums[i] = sum;
        }
    }

    private boolean isUsable(Choice choice) {
        return choice.watchPort() == ActionProfileControl.NO_WATCH
                || portUp.test(choice.watchPort());
    }

    /** Whether the state of a port matters. */
    boolean watchesPorts() {
        return choices.stream()
                .anyMatch(choice -> choice.watchPort() != ActionProfileControl.NO_WATCH);
    }

    /**
     * The action that a hash chooses, as if each stood in a list as often as its weight says; null
     * while there is none.
     */
    public ActionData choose(long hash) {
        if (actions.length == 0) {
            return null;
        }
        long place = Long.remainderUnsigned(hash, weightSums[weightSums.length - 1]);
        // The first whose sum is above the place.
        int found = Arrays.binarySearch(weightSums, place + 1);
        return actions[found >= 0 ? found : -found - 1];
    }
}
