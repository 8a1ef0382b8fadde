// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackFrames;

/** Addresses that come and go, in virtual time. */
class InterfaceAddressesTest {
    private static final InetAddress ONE = FeedbackFrames.address("10.0.0.1");
    private static final InetAddress TWO = FeedbackFrames.address("fd00::2");
    private static final InetAddress FOREIGN = FeedbackFrames.address("10.0.0.9");
    private static final long NS_PER_MS = 1_000_000;

    private long nowNs = -5;
    private long readingNs;
    private int readings;
    private boolean isGone;
    private Set<InetAddress> there = Set.of(ONE);
    private final InterfaceAddresses addresses = new InterfaceAddresses(this::read, () -> nowNs);

    private Set<InetAddress> read() throws IOException {
        readings++;
        nowNs += readingNs;
        if (isGone) {
            throw new IOException("no such interface");
        }
        return there;
    }

    @Test
    void aNewAddressIsKnownWithItsFirstPacket() throws IOException {
        addresses.read();
        assertThat(addresses.test(ONE)).isTrue();
        there = Set.of(ONE, TWO);
        nowNs += InterfaceAddresses.LEAST_AGE_NS;
        assertThat(addresses.test(TWO)).isTrue();
        assertThat(addresses.present()).containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void packetsToOthersDoNotMakeItReadAllDay() throws IOException {
        addresses.read();
        for (int ms = 0; ms < 1000; ms++) {
            nowNs += NS_PER_MS;
            assertThat(addresses.test(FOREIGN)).isFalse();
            assertThat(addresses.test(ONE)).isTrue();
        }
        assertThat(readings).isEqualTo(1 + 20);

        // A host with many interfaces.
        readingNs = 20 * NS_PER_MS;
        readings = 0;
        for (int ms = 0; ms < 1000; ms++) {
            nowNs += NS_PER_MS;
            addresses.test(FOREIGN);
        }
        assertThat(readings).isLessThanOrEqualTo(6);
    }

    @Test
    void anInterfaceThatIsGoneHasItsAddressesUntilTheNextReading() throws IOException {
        addresses.read();
        isGone = true;
        nowNs += InterfaceAddresses.LEAST_AGE_NS;
        assertThat(addresses.test(FOREIGN)).isFalse();
        assertThat(addresses.test(ONE)).isTrue();
        assertThat(readings).isEqualTo(2);
        assertThat(addresses.test(FOREIGN)).isFalse();
        assertThat(readings).isEqualTo(2);
    }
}
