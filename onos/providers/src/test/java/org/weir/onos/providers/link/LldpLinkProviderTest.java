// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.LinkKey;
import org.onosproject.net.PortNumber;
import org.onosproject.net.link.LinkDescription;
import org.onosproject.net.link.LinkProvider;
import org.onosproject.net.link.LinkProviderRegistryAdapter;
import org.onosproject.net.link.LinkProviderServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.weir.onos.providers.TestNetwork;

class LldpLinkProviderTest {
    private static final int STALE_AFTER = 3;
    private static final int MANY_ROUNDS = 60;

    private final TestNetwork network = new TestNetwork();
    private final Set<LinkKey> links = new HashSet<>();
    private final LldpLinkProvider provider = new LldpLinkProvider();

    @BeforeEach
    void start() {
        provider.devices = network.devices;
        provider.packets = network.packets;
        provider.mastership = network.mastership;
        provider.core = network.core;
        provider.linkService = new Links();
        provider.registry =
                new LinkProviderRegistryAdapter() {
                    @Override
                    public LinkProviderServiceAdapter register(LinkProvider reporter) {
                        return new Reports(reporter);
                    }
                };
        network.addDevice("device:s1", 1, 2, 3, 4);
        network.addDevice("device:s2", 1, 2, 3);
        network.connect("device:s1/4", "device:s2/1");
        provider.start(new LinkProbe("secret", 60_000), STALE_AFTER);
    }

    @Test
    void oneRoundFindsBothDirectionsAndNothingElse() {
        provider.round();
        assertThat(found()).containsExactly("s1/4-s2/1", "s2/1-s1/4");
    }

    @Test
    void linkThatFallsSilentGoesOnceItsProbesAreProvenLost() throws Exception {
        provider.round();
        network.cut("device:s1/4");
        int rounds = roundsUntilNoLinkIsLeft();
        assertThat(rounds).isGreaterThan(STALE_AFTER).isLessThan(10 * STALE_AFTER);
    }

    @Test
    void linkThatFallsSilentStaysWhileASwitchReturnsNoEchoes() throws Exception {
        provider.round();
        network.cut("device:s1/4");
        network.setEchoing(false);
        assertThat(roundsUntilNoLinkIsLeft()).isEqualTo(MANY_ROUNDS);
        assertThat(found()).hasSize(2);
        network.setEchoing(true);
        assertThat(roundsUntilNoLinkIsLeft()).isLessThan(MANY_ROUNDS);
    }

    /** Rounds with some time between them, as an echo has to be sent later than what it proves. */
    private int roundsUntilNoLinkIsLeft() throws InterruptedException {
        for (int i = 0; i < MANY_ROUNDS; i++) {
            if (found().isEmpty()) {
                return i;
            }
            TimeUnit.MILLISECONDS.sleep(2);
            provider.round();
        }
        return MANY_ROUNDS;
    }

    @Test
    void healthyLinkWhosePortReportsItsCarrierIsProbedNowAndThenOnly() {
        network.reportCarrier();
        for (int i = 0; i < ProbeSchedule.EAGER_ROUNDS; i++) {
            provider.round();
        }
        network.takeSent("device:s1/4");
        int probes = 0;
        for (int i = 0; i < 3 * ProbeSchedule.STEADY_ROUNDS; i++) {
            provider.round();
            probes += network.takeSent("device:s1/4").size();
        }
        assertThat(probes).isEqualTo(3);
    }

    @Test
    void linkGoesAtOnceWithItsPort() {
        provider.round();
        network.setPort("device:s1/4", false);
        assertThat(found()).isEmpty();
    }

    @Test
    void linkGoesWithItsDeviceWhereThePeerDoesNotReportItsCarrier() {
        provider.round();
        network.setAvailable("device:s2", false);
        assertThat(found()).isEmpty();
        network.setAvailable("device:s2", true);
        assertThat(found()).as("both directions, without waiting for a round").hasSize(2);
    }

    @Test
    void linkOutlivesTheContactToItsDeviceWhereThePeerReportsItsCarrier() {
        network.reportCarrier();
        provider.round();
        network.setAvailable("device:s2", false);
        network.takeForDown("device:s2/1");
        assertThat(found()).as("what ONOS's core makes of a lost contact").hasSize(2);
        network.setAvailable("device:s2", true);
        assertThat(found()).as("contact again, and its ports not heard of yet").hasSize(2);
        network.setPort("device:s1/4", false);
        assertThat(found()).as("the peer saw the line go down").isEmpty();
    }

    @Test
    void linkWhosePortWentDownWhileThereWasNoContactGoesWhenThereIs() {
        network.reportCarrier();
        provider.round();
        network.setAvailable("device:s2", false);
        network.setPort("device:s2/1", false);
        network.setAvailable("device:s2", true);
        assertThat(found()).isEmpty();
    }

    @Test
    void portThatComesUpIsProbedWithoutWaitingForTheNextRound() {
        network.setPort("device:s1/4", false);
        provider.round();
        assertThat(found()).isEmpty();
        network.setPort("device:s1/4", true);
        assertThat(found()).containsExactly("s1/4-s2/1");
    }

    @Test
    void onlyThePortsMasterTakesItsLinksAway() {
        network.reportCarrier();
        provider.round();
        network.setMaster("device:s1", false);
        network.setMaster("device:s2", false);
        network.setPort("device:s1/4", false);
        assertThat(found()).as("a standby may know old states of ports").hasSize(2);

        network.setMaster("device:s1", true);
        assertThat(found()).as("the new master makes up for it").isEmpty();
    }

    @Test
    void switchOutOfContactKeepsItsLinksAtANodeThatIsNoMaster() {
        provider.round();
        network.setMaster("device:s1", false);
        network.setMaster("device:s2", false);
        network.setAvailable("device:s2", false);
        assertThat(found()).hasSize(2);
    }

    /** The other master hears the probes; those that went to it must not count as lost here. */
    @Test
    void eachChangeOfAMasterBeginsTheProofAnew() throws Exception {
        provider.round();
        network.cut("device:s1/4");
        for (int i = 0; i < MANY_ROUNDS; i++) {
            TimeUnit.MILLISECONDS.sleep(2);
            provider.round();
            network.setMaster("device:s2", false);
            network.setMaster("device:s2", true);
        }
        assertThat(found()).hasSize(2);
        assertThat(roundsUntilNoLinkIsLeft()).isLessThan(MANY_ROUNDS);
    }

    @Test
    void newMasterMissesALinkThatFellSilentBefore() throws Exception {
        provider.round();
        network.setMaster("device:s1", false);
        network.setMaster("device:s2", false);
        network.cut("device:s1/4");
        assertThat(roundsUntilNoLinkIsLeft()).as("no master here").isEqualTo(MANY_ROUNDS);

        network.setMaster("device:s1", true);
        network.setMaster("device:s2", true);
        assertThat(roundsUntilNoLinkIsLeft()).isLessThan(MANY_ROUNDS);
    }

    @Test
    void disabledPortSendsNoProbes() {
        network.setPort("device:s1/1", false);
        network.takeSent("device:s1/1");
        provider.round();
        assertThat(network.takeSent("device:s1/1")).isEmpty();
    }

    @Test
    void linkRemovedByHandIsFoundAgain() {
        provider.round();
        links.clear();
        provider.round();
        assertThat(found()).hasSize(2);
    }

    @Test
    void frameSignedWithAnotherSecretMakesNoLink() {
        LinkProbe forger = new LinkProbe("guess", 60_000);
        byte[] frame =
                forger.frame(
                                network.devices.getAvailableDevices().iterator().next(),
                                PortNumber.portNumber(1))
                        .array();
        network.receive(ConnectPoint.deviceConnectPoint("device:s2/3"), frame);
        assertThat(found()).isEmpty();
    }

    private Set<String> found() {
        Set<String> names = new TreeSet<>();
        for (LinkKey link : links) {
            names.add((link.src() + "-" + link.dst()).replace("device:", ""));
        }
        return names;
    }

    private final class Links extends LinkServiceAdapter {
        @Override
        public Iterable<Link> getLinks() {
            return Set.of();
        }

        @Override
        public Set<Link> getDeviceLinks(DeviceId device) {
            Set<Link> ofDevice = new HashSet<>();
            for (LinkKey key : links) {
                if (key.src().deviceId().equals(device) || key.dst().deviceId().equals(device)) {
                    ofDevice.add(getLink(key.src(), key.dst()));
                }
            }
            return ofDevice;
        }

        @Override
        public Link getLink(ConnectPoint src, ConnectPoint dst) {
            return links.contains(LinkKey.linkKey(src, dst))
                    ? DefaultLink.builder()
                            .providerId(provider.id())
                            .src(src)
                            .dst(dst)
                            .type(Link.Type.DIRECT)
                            .build()
                    : null;
        }
    }

    private final class Reports extends LinkProviderServiceAdapter {
        private Reports(LinkProvider reporter) {
            super(reporter);
        }

        @Override
        public void linkDetected(LinkDescription link) {
            links.add(LinkKey.linkKey(link.src(), link.dst()));
        }

        @Override
        public void linkVanished(LinkDescription link) {
            links.remove(LinkKey.linkKey(link.src(), link.dst()));
        }

        @Override
        public void linksVanished(ConnectPoint point) {
            links.removeIf(l -> l.src().equals(point) || l.dst().equals(point));
        }

        @Override
        public void linksVanished(DeviceId device) {
            links.removeIf(
                    l -> l.src().deviceId().equals(device) || l.dst().deviceId().equals(device));
        }
    }
}
