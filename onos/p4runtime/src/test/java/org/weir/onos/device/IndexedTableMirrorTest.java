// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.drivers.p4runtime.mirror.PlainMirror;
import org.onosproject.drivers.p4runtime.mirror.TimedEntry;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTableEntryHandle;

class IndexedTableMirrorTest {
    private static final List<DeviceId> SWITCHES =
            List.of(
                    DeviceId.deviceId("device:a"),
                    DeviceId.deviceId("device:b"),
                    DeviceId.deviceId("device:c"));

    private final PlainMirror published = new PlainMirror();
    private final IndexedTableMirror mirror = new IndexedTableMirror();

    IndexedTableMirrorTest() {
        mirror.published = published;
    }

    /** Whatever is put, removed and compared, each switch has what the one map has of it. */
    @Test
    void holdsWhatThePublishedMirrorHolds() {
        Random random = new Random(5);
        Map<DeviceId, Map<Integer, PiTableEntry>> expected = new HashMap<>();
        SWITCHES.forEach(device -> expected.put(device, new HashMap<>()));
        for (int step = 0; step < 5000; step++) {
            DeviceId device = SWITCHES.get(random.nextInt(SWITCHES.size()));
            Map<Integer, PiTableEntry> own = expected.get(device);
            int key = random.nextInt(30);
            PiTableEntry entry = entry(key, random.nextInt(3));
            PiTableEntryHandle handle = entry.handle(device);
            switch (random.nextInt(8)) {
                case 0:
                    own.remove(key);
                    own.put((key + 1) % 30, entry((key + 1) % 30, 1));
                    mirror.sync(device, own.values());
                    break;
                case 1:
                    mirror.forget(device);
                    break;
                case 2:
                    // The pipeline changed: the published mirror clears itself.
                    own.keySet().forEach(each -> published.remove(entry(each, 0).handle(device)));
                    own.clear();
                    break;
                case 3:
                case 4:
                    mirror.remove(handle);
                    own.remove(key);
                    break;
                default:
                    mirror.put(handle, entry);
                    own.put(key, entry);
                    break;
            }
            for (DeviceId each : SWITCHES) {
                assertThat(entries(each))
                        .containsExactlyInAnyOrderElementsOf(values(expected, each));
            }
        }
    }

    @Test
    void comparingASwitchAgainDoesNotWalkOverTheNetwork() {
        List<PiTableEntry> inSwitch = new ArrayList<>();
        for (int key = 0; key < 100; key++) {
            inSwitch.add(entry(key, 1));
        }
        SWITCHES.forEach(device -> mirror.sync(device, inSwitch));
        int first = published.walks();
        for (DeviceId device : SWITCHES) {
            mirror.sync(device, inSwitch);
            assertThat(mirror.getAll(device)).hasSize(100);
        }
        assertThat(published.walks()).isEqualTo(first);
    }

    private List<PiTableEntry> entries(DeviceId device) {
        return mirror.getAll(device).stream().map(TimedEntry::entry).collect(Collectors.toList());
    }

    private static List<PiTableEntry> values(
            Map<DeviceId, Map<Integer, PiTableEntry>> expected, DeviceId device) {
        return new ArrayList<>(expected.get(device).values());
    }

    private static PiTableEntry entry(int key, int action) {
        return PiTableEntry.builder()
                .forTable(PiTableId.of("table"))
                .withMatchKey(
                        PiMatchKey.builder()
                                .addFieldMatch(
                                        new PiExactFieldMatch(
                                                PiMatchFieldId.of("field"),
                                                ImmutableByteSequence.copyFrom(key)))
                                .build())
                .withAction(PiAction.builder().withId(PiActionId.of("action" + action)).build())
                .build();
    }
}
