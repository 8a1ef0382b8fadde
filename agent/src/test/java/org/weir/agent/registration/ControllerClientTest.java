// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerClientTest {

    /** The agent renews after a third of the lease; all nodes but the last may be silent. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 10, 15, 30, 60, 3600})
    void silentNodesDoNotTakeAsLongAsTheLease(int leaseSeconds) {
        Duration lease = Duration.ofSeconds(leaseSeconds);
        for (int nodes = 1; nodes <= 7; nodes++) {
            List<String> urls =
                    IntStream.range(0, nodes)
                            .mapToObj(node -> "https://onos" + node + ".example.net:8443")
                            .collect(Collectors.toList());
            ControllerClient client =
                    new ControllerClient(ControllerAccess.of(urls, null, "host7:secret"), lease);
            assertThat(client.timeout().multipliedBy(nodes - 1L).plus(lease.dividedBy(3)))
                    .as("%d nodes", nodes)
                    .isLessThan(lease);
        }
    }

    @Test
    void oneNodeHasFiveSecondsWithTheDefaultLease() {
        assertThat(ControllerClient.timeout(Duration.ofSeconds(30), 1))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"30, 3, 3333", "15, 1, 5000", "5, 3, 555", "5, 4, 500", "3600, 9, 5000"})
    void theLeaseIsSharedOutToTheNodes(int leaseSeconds, int nodes, long timeoutMs) {
        assertThat(ControllerClient.timeout(Duration.ofSeconds(leaseSeconds), nodes).toMillis())
                .isEqualTo(timeoutMs);
    }
}
