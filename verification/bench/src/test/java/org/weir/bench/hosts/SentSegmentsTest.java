// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SentSegmentsTest {
    private static final String TEXT =
            """
            Ip: Forwarding DefaultTTL
            Ip: 2 64
            Tcp: RtoAlgorithm MaxConn OutSegs RetransSegs InErrs
            Tcp: 1 -1 2000 30 4
            Udp: InDatagrams
            Udp: 12
            """;

    @Test
    void countersAreFoundByTheirNames() throws IOException {
        assertThat(SentSegments.parse(TEXT)).isEqualTo(new SentSegments(2000, 30));
    }

    @Test
    void partCountsFromTheEarlierReading() {
        SentSegments sent = new SentSegments(2000, 30).since(new SentSegments(1000, 10));

        assertThat(sent.partAgain()).isEqualTo(0.02);
        assertThat(new SentSegments(0, 0).partAgain()).isNaN();
    }

    @Test
    void textWithoutACounterIsRefused() {
        assertThatThrownBy(() -> SentSegments.parse(TEXT.replace("RetransSegs", "Other")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("RetransSegs");
        assertThatThrownBy(() -> SentSegments.parse("Udp: InDatagrams\nUdp: 12\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no counters of TCP");
    }
}
