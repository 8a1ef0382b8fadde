// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/** Events of links, as netcfg and the network change. */
class NetworkChangesTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");

    private final EventJournal journal =
            new EventJournal(new SharedMaps().eventual("events"), "1", () -> 1_000);
    private final Set<DeviceId> configured = new HashSet<>(Set.of(S1, S2));
    private final Set<Link> links =
            new HashSet<>(
                    Set.of(link("device:s1/1", "device:s2/1"), link("device:s2/1", "device:s1/1")));
    private final NetworkChanges changes =
            new NetworkChanges(
                    journal,
                    new DeviceServiceAdapter(),
                    new LinkServiceAdapter() {
                        @Override
                        public Iterable<Link> getActiveLinks() {
                            return links;
                        }
                    },
                    () -> configured);

    private static Link link(String from, String to) {
        return DefaultLink.builder()
                .providerId(ProviderId.NONE)
                .src(ConnectPoint.deviceConnectPoint(from))
                .dst(ConnectPoint.deviceConnectPoint(to))
                .type(Link.Type.DIRECT)
                .build();
    }

    private List<String> recorded() {
        return journal.newestFirst().stream()
                .map(event -> event.kind().word() + " " + event.subject())
                .collect(Collectors.toList());
    }

    @Test
    void linksThatGoAndComeAreRecorded() {
        changes.begin();
        Set<Link> all = Set.copyOf(links);
        links.clear();
        changes.look();
        assertThat(recorded())
                .containsExactlyInAnyOrder("link-down device:s1/1", "link-down device:s2/1");
        links.addAll(all);
        changes.look();
        assertThat(recorded()).hasSize(4).contains("link-up device:s1/1");
    }

    @Test
    void linksOfASwitchThatNetcfgLosesOrGetsHaveNotChanged() {
        changes.begin();
        configured.remove(S2);
        changes.look();
        links.clear();
        changes.look();
        links.add(link("device:s1/1", "device:s2/1"));
        configured.add(S2);
        changes.look();
        assertThat(recorded()).filteredOn(text -> text.startsWith("link")).isEmpty();
    }
}
