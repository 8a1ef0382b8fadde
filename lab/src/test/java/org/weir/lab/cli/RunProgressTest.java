// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.run.RunName;

class RunProgressTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final StringWriter written = new StringWriter();
    private long nowNs = 5 * SECOND_NS;

    private RunProgress progress(boolean terminal) {
        RunProgress progress = new RunProgress(new PrintWriter(written), terminal, () -> nowNs);
        for (long seed = 1; seed <= 4; seed++) {
            progress.planned(run(seed));
        }
        return progress;
    }

    private static RunName run(long seed) {
        return new RunName("scenario", "case", seed);
    }

    @Test
    void tellsWhatIsDoneAndHowLongTheRestTakesAtTheSamePace() {
        RunProgress progress = progress(false);

        nowNs += 9 * SECOND_NS;
        progress.reaches(run(1), 0.5);
        assertThat(written.toString()).as("within the first ten seconds").isEmpty();
        nowNs += 21 * SECOND_NS;
        progress.reaches(run(2), 0.5);
        progress.reaches(run(2), 0.6);
        nowNs += 90 * SECOND_NS;
        progress.ends(run(1));

        // A half each of two of four runs in 30 s: three times as long to go; then 1.6 in 120 s.
        assertThat(written.toString().lines())
                .containsExactly(
                        "0 of 4 runs, 25 %, 30 s, about 1 min 30 s left",
                        "1 of 4 runs, 40 %, 2 min 0 s, about 3 min 0 s left");
    }

    /** The time of loading, which happens once, does not count in the time left. */
    @Test
    void loadingIsNoPartOfThePace() {
        RunProgress progress = progress(false);

        nowNs += 60 * SECOND_NS;
        progress.begins(run(1), null);
        nowNs += 10 * SECOND_NS;
        progress.begins(run(2), null);
        nowNs += 10 * SECOND_NS;
        progress.ends(run(1));

        assertThat(written.toString().lines())
                .containsExactly("1 of 4 runs, 25 %, 1 min 20 s, about 1 min 0 s left");
    }

    @Test
    void atATerminalOneLineIsWrittenOverAndTakenAway() {
        RunProgress progress = progress(true);

        nowNs += SECOND_NS;
        progress.ends(run(1));
        progress.clear();
        progress.clear();

        assertThat(written.toString())
                .isEqualTo("\r1 of 4 runs, 25 %, 1 s, about 3 s left\u001b[K\r\u001b[K");
    }
}
