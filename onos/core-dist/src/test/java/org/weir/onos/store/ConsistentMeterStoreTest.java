// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.meter.Band;
import org.onosproject.net.meter.DefaultBand;
import org.onosproject.net.meter.DefaultMeter;
import org.onosproject.net.meter.DefaultMeterFeatures;
import org.onosproject.net.meter.Meter;
import org.onosproject.net.meter.MeterCellId;
import org.onosproject.net.meter.MeterEvent;
import org.onosproject.net.meter.MeterFailReason;
import org.onosproject.net.meter.MeterFeatures;
import org.onosproject.net.meter.MeterId;
import org.onosproject.net.meter.MeterKey;
import org.onosproject.net.meter.MeterOperation;
import org.onosproject.net.meter.MeterScope;
import org.onosproject.net.meter.MeterState;
import org.onosproject.net.meter.MeterStoreResult;
import org.onosproject.net.meter.MeterTableKey;
import org.onosproject.net.pi.model.PiMeterId;
import org.onosproject.net.pi.runtime.PiMeterCellId;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.TestStorageService;

class ConsistentMeterStoreTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final ApplicationId APPLICATION = new DefaultApplicationId(77, "test");
    private static final MeterScope SCOPE = MeterScope.of("ingress.meter");

    private final List<MeterEvent.Type> events = new ArrayList<>();
    private ConsistentMeterStore store;

    @BeforeEach
    void start() {
        store = new ConsistentMeterStore();
        store.storage = new TestStorageService();
        store.activate();
        store.setDelegate(e -> events.add(e.type()));
        store.storeMeterFeatures(table(SCOPE, 0, 2));
    }

    @AfterEach
    void stop() {
        store.deactivate();
    }

    @Test
    void meterIsAskedForThenSeenThenRemoved() {
        Meter meter = meter(store.allocateMeterId(DEVICE, SCOPE));
        CompletableFuture<MeterStoreResult> added = store.addOrUpdateMeter(meter);
        assertThat(events).containsExactly(MeterEvent.Type.METER_ADD_REQ);
        assertThat(added).isNotDone();

        store.updateMeterState(seen(meter, 7));
        assertThat(added)
                .isCompletedWithValueMatching(r -> r.type() == MeterStoreResult.Type.SUCCESS);
        Meter stored = store.getMeter(MeterKey.key(DEVICE, meter.meterCellId()));
        assertThat(stored.state()).isEqualTo(MeterState.ADDED);
        assertThat(stored.packetsSeen()).isEqualTo(7);

        CompletableFuture<MeterStoreResult> removed = store.deleteMeter(meter);
        assertThat(removed).isNotDone();
        store.purgeMeter(meter);
        assertThat(removed).isCompleted();
        assertThat(store.getAllMeters()).isEmpty();
        assertThat(events)
                .containsExactly(
                        MeterEvent.Type.METER_ADD_REQ,
                        MeterEvent.Type.METER_ADDED,
                        MeterEvent.Type.METER_REM_REQ,
                        MeterEvent.Type.METER_REMOVED);
    }

    @Test
    void refusalReachesWhoeverAsked() {
        Meter meter = meter(store.allocateMeterId(DEVICE, SCOPE));
        CompletableFuture<MeterStoreResult> added = store.addOrUpdateMeter(meter);
        store.failedMeter(
                new MeterOperation(meter, MeterOperation.Type.ADD), MeterFailReason.INVALID_METER);
        assertThat(added.join().reason()).contains(MeterFailReason.INVALID_METER);
    }

    @Test
    void removingAnUnknownMeterSucceeds() {
        assertThat(store.deleteMeter(meter(cell(1)))).isCompleted();
        assertThat(events).isEmpty();
    }

    @Test
    void eachCellIsGivenOnceAndComesBackWithItsMeter() {
        assertThat(store.allocateMeterId(DEVICE, SCOPE)).isEqualTo(cell(0));
        assertThat(store.allocateMeterId(DEVICE, SCOPE)).isEqualTo(cell(1));
        assertThat(store.allocateMeterId(DEVICE, SCOPE)).isEqualTo(cell(2));
        assertThat(store.allocateMeterId(DEVICE, SCOPE)).isNull();
        store.addOrUpdateMeter(meter(cell(1)));
        store.purgeMeters(DEVICE, APPLICATION);
        assertThat(store.allocateMeterId(DEVICE, SCOPE)).isEqualTo(cell(1));
    }

    @Test
    void globalMetersHaveNumbers() {
        store.storeMeterFeatures(table(MeterScope.globalScope(), 1, 2));
        MeterCellId cell = store.allocateMeterId(DEVICE, MeterScope.globalScope());
        assertThat(cell).isEqualTo(MeterId.meterId(1));
        store.freeMeterId(DEVICE, (MeterId) cell);
        assertThat(store.allocateMeterId(DEVICE, MeterScope.globalScope())).isEqualTo(cell);
    }

    @Test
    void selectionByDeviceAndTable() {
        store.addOrUpdateMeter(meter(cell(0)));
        store.addOrUpdateMeter(meter(MeterId.meterId(3)));
        assertThat(store.getAllMeters(DEVICE)).hasSize(2);
        assertThat(store.getAllMeters(DEVICE, SCOPE)).hasSize(1);
        assertThat(store.getAllMeters(DEVICE, MeterScope.globalScope())).hasSize(1);
        assertThat(store.getAllMeters(DeviceId.deviceId("device:s2"))).isEmpty();
    }

    @Test
    void withoutItsTableThereAreNoCells() {
        store.deleteMeterFeatures(DEVICE);
        assertThat(store.allocateMeterId(DEVICE, SCOPE)).isNull();
    }

    @Test
    void everythingStoredCanBeWrittenAndRead() {
        Serializer serializer = MeterSerializer.create();
        Meter meter = seen(meter(cell(1)), 9);
        Meter read = serializer.decode(serializer.encode(meter));
        assertThat(read).isEqualTo(meter);
        assertThat(read.packetsSeen()).isEqualTo(9);
        assertThat(read.bands()).hasSameSizeAs(meter.bands());
        MeterKey key = MeterKey.key(DEVICE, cell(1));
        assertThat(serializer.<MeterKey>decode(serializer.encode(key))).isEqualTo(key);
        MeterTableKey tableKey = MeterTableKey.key(DEVICE, SCOPE);
        assertThat(serializer.<MeterTableKey>decode(serializer.encode(tableKey)))
                .isEqualTo(tableKey);
        MeterFeatures table = serializer.decode(serializer.encode(table(SCOPE, 0, 2)));
        assertThat(table.endIndex()).isEqualTo(2);
        assertThat(table.scope()).isEqualTo(SCOPE);
    }

    private static MeterFeatures table(MeterScope scope, long first, long last) {
        return DefaultMeterFeatures.builder()
                .forDevice(DEVICE)
                .withScope(scope)
                .withStartIndex(first)
                .withEndIndex(last)
                .withUnits(new HashSet<>(List.of(Meter.Unit.KB_PER_SEC)))
                .withBandTypes(new HashSet<>(List.of(Band.Type.MARK_RED)))
                .build();
    }

    private static PiMeterCellId cell(long index) {
        return PiMeterCellId.ofIndirect(PiMeterId.of(SCOPE.id()), index);
    }

    private static Meter meter(MeterCellId cell) {
        return DefaultMeter.builder()
                .forDevice(DEVICE)
                .withCellId(cell)
                .fromApp(APPLICATION)
                .withUnit(Meter.Unit.KB_PER_SEC)
                .withBands(
                        new ArrayList<>(
                                List.of(
                                        DefaultBand.builder()
                                                .ofType(Band.Type.MARK_RED)
                                                .withRate(100)
                                                .burstSize(10)
                                                .build())))
                .build();
    }

    private static Meter seen(Meter meter, long packets) {
        DefaultMeter seen = (DefaultMeter) meter(meter.meterCellId());
        seen.setState(MeterState.ADDED);
        seen.setProcessedPackets(packets);
        return seen;
    }
}
