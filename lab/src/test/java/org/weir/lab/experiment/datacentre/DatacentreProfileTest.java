// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Schemes;

/** Published values on lines of other rates. */
class DatacentreProfileTest {
    private static final double FRAME_BYTES = 1000 + RateTransport.overheadBytes();

    /** 20 packets of 1500 bytes at 1 Gb/s and 65 at 10 Gb/s (SIGCOMM 2010, section 4). */
    @ParameterizedTest
    @CsvSource({"1e8, 2", "1e9, 20", "4e9, 35", "1e10, 65", "1e11, 650"})
    void dctcpsThresholdHasThePublishedBytes(double linkBps, double packets) {
        for (String scheme : new String[] {"dctcp", "dctcp-wrr", "ecn"}) {
            assertThat(value(scheme, "thresholdPackets", linkBps) * FRAME_BYTES)
                    .as(scheme)
                    .isCloseTo(packets * 1500, within(1e-6 * packets));
        }
        assertThat(value("p4qcn", "qMinPackets", linkBps) * FRAME_BYTES)
                .isCloseTo(packets * 1500, within(1e-6 * packets));
    }

    private static double value(String scheme, String parameter, double linkBps) {
        return DatacentreProfile.of(Schemes.named(scheme), linkBps, 256).stream()
                .filter(one -> one.name().equals(parameter))
                .mapToDouble(Parameter::normal)
                .findFirst()
                .orElseThrow();
    }
}
