// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Marks that a sender takes later, and the record of its reductions. */
class MarkDelayTest {
    private static String taken(int acknowledgements, String reported) {
        MarkDelay delay = new MarkDelay(acknowledgements);
        StringBuilder taken = new StringBuilder();
        reported.chars()
                .forEach(
                        mark -> {
                            var marks = new MarkFeedback.Marks(mark == 'm' ? 1 : 0, 0);
                            taken.append(delay.take(marks).any() ? 'm' : '.');
                        });
        return taken.toString();
    }

    @Test
    void marksComeWithALaterAcknowledgement() {
        assertThat(taken(0, "m..mm.")).isEqualTo("m..mm.");
        assertThat(taken(1, "m..mm.")).isEqualTo(".m..mm");
        assertThat(taken(3, "m..mm.")).isEqualTo("...m..");
    }

    @Test
    void theWindowOfTheFirstReductionIsKept() {
        MarkReductions reductions = new MarkReductions();
        assertThat(reductions.firstWindowBytes()).isNaN();

        IntStream.of(30, 20, 40).forEach(reductions::add);

        assertThat(reductions.count()).isEqualTo(3);
        assertThat(reductions.firstWindowBytes()).isEqualTo(30);
    }
}
