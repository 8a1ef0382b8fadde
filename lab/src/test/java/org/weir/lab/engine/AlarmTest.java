// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmTest {
    private final Engine engine = new Engine(Pacing.FREE);
    private final List<Long> runsNs = new ArrayList<>();
    private final Alarm alarm = new Alarm(engine, () -> runsNs.add(engine.nowNs()));

    @Test
    void runsOnceAtTheTimeThatWasSetLast() {
        alarm.set(100);
        alarm.set(300);
        alarm.set(50);
        alarm.set(200);
        engine.runUntil(1000);

        assertThat(runsNs).containsExactly(200L);
        assertThat(alarm.isSet()).isFalse();
    }

    @Test
    void doesNotRunWhenCancelled() {
        alarm.set(100);
        alarm.cancel();
        engine.runUntil(1000);
        alarm.set(2000);
        engine.runUntil(3000);

        assertThat(runsNs).containsExactly(2000L);
    }

    @Test
    void movedOftenItKeepsFewEvents() {
        for (int i = 0; i < 1000; i++) {
            alarm.set(1000 + i);
        }
        assertThat(engine.pendingEvents()).isEqualTo(1);
        engine.runUntil(5000);
        assertThat(runsNs).containsExactly(1999L);
    }
}
