// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;

class LinkEvidenceTest {
    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");
    private static final ConnectPoint SOURCE = ConnectPoint.deviceConnectPoint("device:s1/4");
    private static final LinkKey LINK =
            LinkKey.linkKey(SOURCE, ConnectPoint.deviceConnectPoint("device:s2/1"));

    private long nowMs = 1000;

    /** A probe is sent and lost, and both switches echo, each when it is asked. */
    private boolean loseOne(LinkEvidence evidence) {
        evidence.sent(SOURCE, ++nowMs);
        nowMs += 100;
        assertThat(evidence.judge(nowMs).echoWanted).containsExactly(S1);
        evidence.echoed(S1, nowMs);
        nowMs += 100;
        assertThat(evidence.judge(nowMs).echoWanted).containsExactly(S2);
        evidence.echoed(S2, nowMs);
        nowMs += 100;
        return evidence.judge(nowMs).stale.contains(LINK);
    }

    @Test
    void linkIsStaleAfterThatManyLostProbesAndIsReportedOnce() {
        LinkEvidence evidence = new LinkEvidence(3);
        evidence.heard(LINK, nowMs);
        assertThat(loseOne(evidence)).isFalse();
        assertThat(loseOne(evidence)).isFalse();
        assertThat(loseOne(evidence)).isTrue();
        assertThat(evidence.judge(nowMs + 1000).stale).isEmpty();
    }

    @Test
    void probeThatIsHeardStartsTheCountAgain() {
        LinkEvidence evidence = new LinkEvidence(2);
        evidence.heard(LINK, nowMs);
        for (int i = 0; i < 100; i++) {
            assertThat(loseOne(evidence)).isFalse();
            evidence.sent(SOURCE, ++nowMs);
            evidence.heard(LINK, nowMs);
        }
    }

    @Test
    void withoutAnEchoOfTheSourceNothingIsConcluded() {
        LinkEvidence evidence = new LinkEvidence(1);
        evidence.heard(LINK, nowMs);
        evidence.sent(SOURCE, ++nowMs);
        for (int i = 0; i < 100; i++) {
            nowMs += 1000;
            evidence.sent(SOURCE, nowMs);
            evidence.echoed(S2, nowMs);
            assertThat(evidence.judge(++nowMs).stale).isEmpty();
        }
    }

    @Test
    void withoutALaterEchoOfTheDestinationNothingIsConcluded() {
        LinkEvidence evidence = new LinkEvidence(1);
        evidence.heard(LINK, nowMs);
        evidence.sent(SOURCE, ++nowMs);
        evidence.echoed(S2, nowMs);
        evidence.echoed(S1, ++nowMs);
        for (int i = 0; i < 100; i++) {
            assertThat(evidence.judge(++nowMs).stale).isEmpty();
        }
        evidence.echoed(S2, nowMs);
        assertThat(evidence.judge(++nowMs).stale).containsExactly(LINK);
    }

    @Test
    void echoThatWasSentBeforeTheProbeSaysNothingOfIt() {
        LinkEvidence evidence = new LinkEvidence(1);
        evidence.heard(LINK, nowMs);
        evidence.echoed(S1, nowMs);
        evidence.sent(SOURCE, ++nowMs);
        assertThat(evidence.judge(++nowMs).echoWanted).containsExactly(S1);
    }

    @Test
    void probeThatIsOnlyLateIsNotLost() {
        LinkEvidence evidence = new LinkEvidence(1);
        evidence.heard(LINK, nowMs);
        long sentMs = ++nowMs;
        evidence.sent(SOURCE, sentMs);
        evidence.judge(++nowMs);
        evidence.echoed(S1, nowMs);
        evidence.judge(++nowMs);
        evidence.heard(LINK, sentMs);
        evidence.echoed(S2, nowMs);
        assertThat(evidence.judge(++nowMs).stale).isEmpty();
        assertThat(evidence.losingPorts()).isEmpty();
    }

    @Test
    void portLosesWhileALostProbeIsNotMadeGoodByAnother() {
        LinkEvidence evidence = new LinkEvidence(3);
        evidence.heard(LINK, nowMs);
        loseOne(evidence);
        assertThat(evidence.losingPorts()).containsExactly(SOURCE);
        evidence.sent(SOURCE, ++nowMs);
        evidence.heard(LINK, nowMs);
        assertThat(evidence.losingPorts()).isEmpty();
    }

    /** Neither the stamps from before the step nor those after it may stop the proof. */
    @Test
    void linkThatFallsSilentAfterTheClockWasSetBackIsStaleAllTheSame() {
        LinkEvidence evidence = new LinkEvidence(2);
        evidence.heard(LINK, nowMs);
        evidence.sent(SOURCE, ++nowMs);
        evidence.heard(LINK, nowMs);
        evidence.echoed(S1, nowMs);
        evidence.echoed(S2, nowMs);
        loseOne(evidence);

        nowMs -= 900;
        assertThat(evidence.judge(nowMs).echoWanted).isEmpty();
        assertThat(loseOne(evidence)).isFalse();
        assertThat(loseOne(evidence)).isTrue();
    }

    @Test
    void healthyLinkStaysWhenTheClockIsSetBack() {
        LinkEvidence evidence = new LinkEvidence(1);
        evidence.sent(SOURCE, nowMs);
        evidence.heard(LINK, nowMs);

        nowMs -= 900;
        for (int i = 0; i < 100; i++) {
            evidence.sent(SOURCE, ++nowMs);
            evidence.heard(LINK, nowMs);
            evidence.echoed(S1, nowMs);
            evidence.echoed(S2, nowMs);
            assertThat(evidence.judge(++nowMs).stale).isEmpty();
        }
    }

    @Test
    void forgottenLinkDoesNotBecomeStale() {
        LinkEvidence evidence = new LinkEvidence(1);
        evidence.heard(LINK, nowMs);
        evidence.forget(LINK::equals);
        evidence.sent(SOURCE, ++nowMs);
        assertThat(evidence.judge(++nowMs).echoWanted).isEmpty();
    }

    @Test
    void probesMustBePositive() {
        assertThatThrownBy(() -> new LinkEvidence(0)).hasMessageContaining("staleAfterProbes");
    }
}
