// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;

/** A port by which a link was found, and at which a host is heard later. */
class FormerLinkTest {

    private static final long NS_PER_MS = 1_000_000;
    private static final long LONG_MS = 60_000;

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 2);
    private final HeldRules entries = new HeldRules();
    private long nowNs;
    private final ForwardingManager forwarding =
            new ForwardingManager(
                    onos.fabric(),
                    new RuleBook(entries, onos.mastership(), new StoredRules().archive()),
                    new DirectRules(device -> Optional.empty(), Runnable::run),
                    new RouteRules(
                            new RuleFactory(new DefaultApplicationId(7, "org.weir.app")),
                            device -> false),
                    new AlertBoard(),
                    () -> nowNs);

    @BeforeEach
    void findALink() {
        onos.fabric().refresh();
        onos.link(2);
        forwarding.update();
    }

    private void updateAfter(long ms) {
        nowNs += ms * NS_PER_MS;
        forwarding.update();
    }

    @Test
    void hostThatTookTheLinksPlaceGetsARoute() {
        onos.link();
        onos.leadToHosts(2);
        updateAfter(0);
        updateAfter(LONG_MS);
        assertThat(entries.all()).hasSize(1);
        updateAfter(LONG_MS);
        assertThat(entries.all()).hasSize(1);
    }

    /** A frame may be heard there before the link is found again. */
    @Test
    void hostHeardBeforeTheLinkIsFoundAgainGetsNone() {
        onos.link();
        onos.leadToHosts(2);
        updateAfter(0);
        updateAfter(5_000);
        assertThat(entries.all()).isEmpty();
        assertThat(forwarding.isLinkInDoubt()).isTrue();

        onos.link(2);
        updateAfter(5_000);
        assertThat(forwarding.isLinkInDoubt()).isFalse();
        onos.link();
        updateAfter(5_000);
        assertThat(entries.all()).as("the time begins anew").isEmpty();
    }

    @Test
    void linkWithoutAHostIsRememberedForEver() {
        onos.link();
        updateAfter(0);
        updateAfter(1_000 * LONG_MS);
        onos.leadToHosts(2);
        updateAfter(1);
        assertThat(entries.all()).isEmpty();
    }
}
