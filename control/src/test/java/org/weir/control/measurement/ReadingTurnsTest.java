// SPDX-License-Identifier: Apache-2.0
package org.weir.control.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadingTurnsTest {
    private final ReadingTurns<String> turns = new ReadingTurns<>();

    private static List<String> switches(int count) {
        List<String> switches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            switches.add("device:s" + i);
        }
        return switches;
    }

    @Test
    void fewSwitchesAreAskedInEachRound() {
        for (int round = 0; round < 5; round++) {
            assertThat(turns.next(switches(2), 10)).hasSize(2);
            assertThat(turns.next(switches(80), 1000)).hasSize(80);
        }
    }

    @Test
    void manySwitchesTakeTurnsAndNoneIsForgotten() {
        Map<String, Integer> asked = new HashMap<>();
        for (int round = 0; round < 100; round++) {
            Set<String> next = turns.next(switches(80), 10);
            assertThat(next).hasSize(2);
            next.forEach(device -> asked.merge(device, 1, Integer::sum));
        }
        assertThat(asked.keySet()).hasSize(80);
        assertThat(asked.values()).allMatch(times -> times == 2 || times == 3);
    }

    @Test
    void aSwitchThatIsGoneHasNoTurn() {
        turns.next(switches(80), 10);
        Set<String> seen = new HashSet<>();
        for (int round = 0; round < 10; round++) {
            seen.addAll(turns.next(switches(5), 10));
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(switches(5));
    }

    @Test
    void changedSwitchesAreAskedUpToALimit() {
        assertThat(ReadingTurns.changed(switches(3), 10)).hasSize(3);
        assertThat(ReadingTurns.changed(switches(80), 10)).hasSize(4);
        assertThat(ReadingTurns.changed(switches(80), 1000)).hasSize(80);
    }
}
