// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LineWatchTest {
    private long mbps = 1000;

    private final LineWatch watch =
            new LineWatch(
                    "eth0",
                    new Link() {
                        @Override
                        public boolean hasCarrier() {
                            return mbps > 0;
                        }

                        @Override
                        public long rateMbps() {
                            return mbps;
                        }
                    },
                    1_000_000_000);

    private void look(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            watch.look();
        }
    }

    @Test
    void anotherRateCountsWhenItLasts() throws IOException {
        look(10);
        mbps = 100;
        look(LineWatch.MOST_LOOKS - 1);
        mbps = 0;
        look(10);
        mbps = 100;
        look(LineWatch.MOST_LOOKS - 1);
        assertThatThrownBy(watch::look)
                .isInstanceOf(IOException.class)
                .hasMessage("eth0: its rate is 100 Mb/s now, and was 1000 Mb/s at the start");
    }
}
