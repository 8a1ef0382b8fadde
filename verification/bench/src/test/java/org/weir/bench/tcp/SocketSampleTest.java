// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SocketSampleTest {
    private static final String OUTPUT =
            "ESTAB 0 2896000 10.0.0.1:40000 10.0.0.2:5001 \n"
                    + "\t cubic wscale:10,10 rto:230 rtt:28.5/2.1 mss:1448 cwnd:24 ssthresh:17"
                    + " bytes_sent:9000000 bytes_retrans:14480 bytes_acked:8900001"
                    + " unacked:24 retrans:1/10 lost:1\n"
                    + "ESTAB 0 0 10.0.0.1:40002 10.0.0.2:5001\n"
                    + "\t reno wscale:10,10 mss:1448 cwnd:10 bytes_acked:1\n"
                    + "ESTAB 0 0 10.0.0.1:40004 10.0.0.2:22\n"
                    + "\t reno mss:1448 cwnd:7\n";

    @Test
    void readsSocketsOfOnePortAndTakesWhatIsLeftOutForZero() {
        assertThat(SocketSample.parse(OUTPUT, 5001))
                .containsOnlyKeys(40000, 40002)
                .containsEntry(40000, new SocketSample(24, 17, 8_900_001, 10))
                .containsEntry(40002, new SocketSample(10, 0, 1, 0));
    }

    @Test
    void findsNoneInOtherText() {
        assertThat(SocketSample.parse("Cannot open network namespace\n", 5001)).isEmpty();
    }
}
