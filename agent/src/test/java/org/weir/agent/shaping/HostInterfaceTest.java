// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackFrames;

class HostInterfaceTest {
    /**
     * As Linux prints them: a host's own, a temporary one in use and one of yesterday, a service's.
     */
    @Test
    void onlyATemporaryAddressThatNoNewConnectionUsesIsOutworn() {
        assertThat(
                        HostInterface.outworn(
                                List.of(
                                        "20010db8000000000000000000000001 02 40 00 80     eth0",
                                        "20010db8000000000000000000000002 02 40 00 01     eth0",
                                        "20010db8000000000000000000000003 02 40 00 21     eth0",
                                        "20010db8000000000000000000000004 02 80 00 a0     eth0",
                                        "",
                                        "x 02 40 00 21     eth0")))
                .containsExactly(FeedbackFrames.address("2001:db8::3"));
    }
}
