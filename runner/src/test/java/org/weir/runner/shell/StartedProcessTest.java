// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process by its number and start, written into a file and read from it. */
class StartedProcessTest {
    private static final long NONE = 0;

    @Test
    void aProcessIsFoundByItsWords() {
        StartedProcess self = StartedProcess.self();

        assertThat(StartedProcess.read("# Made by weir up, " + self.words())).contains(self);
        assertThat(self.find()).contains(ProcessHandle.current());
        assertThat(new StartedProcess(self.pid(), self.started() + "0").find()).isEmpty();
        assertThat(new StartedProcess(NONE, self.started()).find()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theClockHasNoPartInIt() {
        assertThat(StartedProcess.self().started()).matches("[0-9a-f-]{36}:\\d+");
    }

    @Test
    void theNameMayLookLikeFields() {
        String start = "12 (a) 9 (b c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21\n";

        assertThat(StartedProcess.startTicks(start)).isEqualTo("4711");
    }

    @Test
    void wordsOfEarlierVersionsAreUnderstood() {
        ProcessHandle self = ProcessHandle.current();
        String started = self.info().startInstant().orElseThrow().toString();

        assertThat(new StartedProcess(self.pid(), started).find()).contains(self);
    }
}
