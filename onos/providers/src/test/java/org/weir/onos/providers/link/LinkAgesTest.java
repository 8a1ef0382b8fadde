// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.LinkKey;

class LinkAgesTest {
    private static final LinkKey LINK =
            LinkKey.linkKey(
                    ConnectPoint.deviceConnectPoint("device:s1/4"),
                    ConnectPoint.deviceConnectPoint("device:s2/1"));

    @Test
    void linkIsStaleAfterThatManyRoundsWithoutAProbeAndIsToldOnce() {
        LinkAges ages = new LinkAges(3);
        ages.seen(LINK);
        assertThat(ages.nextRound()).isEmpty();
        assertThat(ages.nextRound()).isEmpty();
        assertThat(ages.nextRound()).isEmpty();
        assertThat(ages.nextRound()).containsExactly(LINK);
        assertThat(ages.nextRound()).isEmpty();
    }

    @Test
    void everyProbeStartsTheCountAgain() {
        LinkAges ages = new LinkAges(1);
        for (int i = 0; i < 100; i++) {
            ages.seen(LINK);
            assertThat(ages.nextRound()).isEmpty();
        }
    }

    @Test
    void forgottenLinkDoesNotBecomeStale() {
        LinkAges ages = new LinkAges(1);
        ages.seen(LINK);
        ages.forget(LINK::equals);
        assertThat(ages.nextRound()).isEmpty();
        assertThat(ages.nextRound()).isEmpty();
    }

    @Test
    void roundsMustBePositive() {
        assertThatThrownBy(() -> new LinkAges(0)).hasMessageContaining("staleAfterProbes");
    }
}
