// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;

/** The choice among the weighted actions of a group. */
class GroupTest {

    private static final int PORTS = 4;

    /** An action stands in a list as often as its weight says; the hash is an index there. */
    @Test
    void aHashChoosesAsFromAListOfAllActionsByTheirWeights() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            Set<Integer> up = new HashSet<>();
            List<Group.Choice> choices = choices(random, random.nextInt(9));
            Group group = new Group(choices, up::contains);
            for (int change = 0; change < 3; change++) {
                up.clear();
                random.ints(PORTS / 2, 0, PORTS).forEach(up::add);
                group.refresh();
                List<ActionData> expanded = expanded(choices, up);
                for (int i = 0; i < 100; i++) {
                    long hash = i < 50 ? i : random.nextLong();
                    ActionData expected =
                            expanded.isEmpty()
                                    ? null
                                    : expanded.get(
                                            (int) Long.remainderUnsigned(hash, expanded.size()));
                    assertThat(group.choose(hash)).isSameAs(expected);
                }
            }
        }
    }

    @Test
    void theGreatestWeightsTakeNoMoreMemoryThanOthers() {
        List<Group.Choice> choices = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            choices.add(new Group.Choice(action(i), 1 << 16, ActionProfileControl.NO_WATCH));
        }
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            groups.add(new Group(choices, port -> true));
        }
        for (Group group : groups) {
            assertThat(group.choose((1 << 20) - 1)).isSameAs(choices.get(15).action());
            assertThat(group.choose(1 << 20)).isSameAs(choices.get(0).action());
        }
    }

    private static List<Group.Choice> choices(Random random, int size) {
        List<Group.Choice> choices = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int weight = 1 + random.nextInt(random.nextBoolean() ? 3 : 1000);
            int watchPort =
                    random.nextBoolean() ? ActionProfileControl.NO_WATCH : random.nextInt(PORTS);
            choices.add(new Group.Choice(action(i), weight, watchPort));
        }
        return choices;
    }

    private static List<ActionData> expanded(List<Group.Choice> choices, Set<Integer> up) {
        List<ActionData> expanded = new ArrayList<>();
        for (Group.Choice choice : choices) {
            if (choice.watchPort() == ActionProfileControl.NO_WATCH
                    || up.contains(choice.watchPort())) {
                expanded.addAll(Collections.nCopies(choice.weight(), choice.action()));
            }
        }
        return expanded;
    }

    private static ActionData action(int number) {
        return new ActionData(number, new long[0], ActionCall.of("action" + number));
    }
}
