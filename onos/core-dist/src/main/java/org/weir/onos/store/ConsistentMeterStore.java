// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.meter.DefaultMeter;
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
import org.onosproject.net.meter.MeterStore;
import org.onosproject.net.meter.MeterStoreDelegate;
import org.onosproject.net.meter.MeterStoreResult;
import org.onosproject.net.meter.MeterTableKey;
import org.onosproject.net.pi.runtime.PiMeterCellId;
import org.onosproject.store.AbstractStore;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.MapEvent;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Meters and the meter tables of devices, in ONOS's consistent (Raft) maps: the same on every node,
 * and still there after a restart.
 *
 * <p>Life of a meter: asked for ({@code PENDING_ADD}), seen in the device ({@code ADDED}), to be
 * removed ({@code PENDING_REMOVE}), no longer seen in the device (gone). The node that was asked
 * sends the request to the device and completes the caller's future; all nodes see the events.
 */
@Component(immediate = true, service = MeterStore.class)
public class ConsistentMeterStore extends AbstractStore<MeterEvent, MeterStoreDelegate>
        implements MeterStore {

    @Reference StorageService storage;

    private final Map<MeterKey, CompletableFuture<MeterStoreResult>> pending =
            new ConcurrentHashMap<>();
    private final MapEventListener<MeterKey, DefaultMeter> listener = this::onMeterChange;
    private ConsistentMap<MeterKey, DefaultMeter> meters;
    private ConsistentMap<MeterTableKey, MeterFeatures> features;
    private MeterCellAllocator allocator;
    private volatile boolean indicesAreUserDefined;

    @Activate
    void activate() {
        meters =
                storage.<MeterKey, DefaultMeter>consistentMapBuilder()
                        .withName("weir-meters")
                        .withSerializer(MeterSerializer.create())
                        .build();
        features =
                storage.<MeterTableKey, MeterFeatures>consistentMapBuilder()
                        .withName("weir-meter-features")
                        .withSerializer(MeterSerializer.create())
                        .build();
        allocator =
                new MeterCellAllocator(
                        storage.<MeterKey>setBuilder()
                                .withName("weir-meter-cells")
                                .withSerializer(MeterSerializer.create())
                                .build()
                                .asDistributedSet());
        meters.addListener(listener);
    }

    @Deactivate
    void deactivate() {
        meters.removeListener(listener);
        pending.values().forEach(f -> f.cancel(false));
        pending.clear();
    }

    @Override
    public CompletableFuture<MeterStoreResult> addOrUpdateMeter(Meter meter) {
        MeterKey key = keyOf(meter);
        CompletableFuture<MeterStoreResult> result = replacePending(key);
        meters.put(key, copy(meter, MeterState.PENDING_ADD));
        notifyDelegate(new MeterEvent(MeterEvent.Type.METER_ADD_REQ, meter));
        return result;
    }

    @Override
    public CompletableFuture<MeterStoreResult> deleteMeter(Meter meter) {
        MeterKey key = keyOf(meter);
        CompletableFuture<MeterStoreResult> result = replacePending(key);
        Versioned<DefaultMeter> marked =
                meters.computeIfPresent(
                        key, (k, stored) -> copy(stored, MeterState.PENDING_REMOVE));
        if (marked == null) {
            complete(key, MeterStoreResult.success());
        } else {
            notifyDelegate(new MeterEvent(MeterEvent.Type.METER_REM_REQ, marked.value()));
        }
        return result;
    }

    @Override
    public Meter updateMeterState(Meter seen) {
        Versioned<DefaultMeter> updated =
                meters.computeIfPresent(
                        keyOf(seen),
                        (key, stored) -> {
                            MeterState state = stored.state();
                            DefaultMeter merged =
                                    copy(
                                            stored,
                                            state == MeterState.PENDING_ADD ? seen.state() : state);
                            merged.setProcessedPackets(seen.packetsSeen());
                            merged.setProcessedBytes(seen.bytesSeen());
                            merged.setLife(seen.life());
                            merged.setReferenceCount(seen.referenceCount());
                            return merged;
                        });
        return updated == null ? null : updated.value();
    }

    @Override
    public void failedMeter(MeterOperation operation, MeterFailReason reason) {
        complete(keyOf(operation.meter()), MeterStoreResult.fail(reason));
    }

    @Override
    public void purgeMeter(Meter meter) {
        meters.remove(keyOf(meter));
    }

    @Override
    public void purgeMeters(DeviceId deviceId) {
        getAllMeters(deviceId).forEach(this::purgeMeter);
    }

    @Override
    public void purgeMeters(DeviceId deviceId, ApplicationId application) {
        select(m -> m.deviceId().equals(deviceId) && application.equals(m.appId()))
                .forEach(this::purgeMeter);
    }

    @Override
    public Meter getMeter(MeterKey key) {
        return Versioned.valueOrNull(meters.get(key));
    }

    @Override
    public Collection<Meter> getAllMeters() {
        return select(m -> true);
    }

    @Override
    public Collection<Meter> getAllMeters(DeviceId deviceId) {
        return select(m -> m.deviceId().equals(deviceId));
    }

    @Override
    public Collection<Meter> getAllMeters(DeviceId deviceId, MeterScope scope) {
        return select(m -> m.deviceId().equals(deviceId) && scopeOf(m.meterCellId()).equals(scope));
    }

    @Override
    public MeterStoreResult storeMeterFeatures(MeterFeatures table) {
        features.put(MeterTableKey.key(table.deviceId(), table.scope()), table);
        return MeterStoreResult.success();
    }

    @Override
    public MeterStoreResult storeMeterFeatures(Collection<MeterFeatures> tables) {
        tables.forEach(this::storeMeterFeatures);
        return MeterStoreResult.success();
    }

    @Override
    public MeterStoreResult deleteMeterFeatures(DeviceId deviceId) {
        for (MeterTableKey key : features.keySet()) {
            if (key.deviceId().equals(deviceId)) {
                features.remove(key);
            }
        }
        return MeterStoreResult.success();
    }

    @Override
    public MeterStoreResult deleteMeterFeatures(Collection<MeterFeatures> tables) {
        tables.forEach(t -> features.remove(MeterTableKey.key(t.deviceId(), t.scope())));
        return MeterStoreResult.success();
    }

    @Override
    public MeterCellId allocateMeterId(DeviceId deviceId, MeterScope scope) {
        MeterFeatures table =
                Versioned.valueOrNull(features.get(MeterTableKey.key(deviceId, scope)));
        // ONOS takes null for "none free".
        return indicesAreUserDefined || table == null ? null : allocator.allocate(table);
    }

    @Override
    public void freeMeterId(DeviceId deviceId, MeterId meterId) {
        allocator.free(MeterKey.key(deviceId, (MeterCellId) meterId));
    }

    @Override
    public boolean userDefinedIndexMode(boolean enable) {
        // A change while there are meters would mix the two ways of numbering them.
        if (meters.isEmpty()) {
            indicesAreUserDefined = enable;
        }
        return indicesAreUserDefined;
    }

    private void onMeterChange(MapEvent<MeterKey, DefaultMeter> event) {
        DefaultMeter before = Versioned.valueOrNull(event.oldValue());
        DefaultMeter after = Versioned.valueOrNull(event.newValue());
        if (after == null) {
            allocator.free(event.key());
            complete(event.key(), MeterStoreResult.success());
            notifyDelegate(new MeterEvent(MeterEvent.Type.METER_REMOVED, before));
        } else if (after.state() == MeterState.ADDED
                && before != null
                && before.state() == MeterState.PENDING_ADD) {
            complete(event.key(), MeterStoreResult.success());
            notifyDelegate(new MeterEvent(MeterEvent.Type.METER_ADDED, after));
        }
    }

    private CompletableFuture<MeterStoreResult> replacePending(MeterKey key) {
        CompletableFuture<MeterStoreResult> result = new CompletableFuture<>();
        CompletableFuture<MeterStoreResult> overtaken = pending.put(key, result);
        if (overtaken != null) {
            overtaken.cancel(false);
        }
        return result;
    }

    private void complete(MeterKey key, MeterStoreResult result) {
        CompletableFuture<MeterStoreResult> waiting = pending.remove(key);
        if (waiting != null) {
            waiting.complete(result);
        }
    }

    private Collection<Meter> select(Predicate<Meter> wanted) {
        return meters.values().stream()
                .map(Versioned::value)
                .filter(wanted)
                .collect(Collectors.toUnmodifiableList());
    }

    private static MeterKey keyOf(Meter meter) {
        return MeterKey.key(meter.deviceId(), meter.meterCellId());
    }

    private static MeterScope scopeOf(MeterCellId cell) {
        return cell instanceof PiMeterCellId
                ? MeterScope.of(((PiMeterCellId) cell).meterId().id())
                : MeterScope.globalScope();
    }

    /** Meters are mutable, but values in the map must not be; so every change is a new meter. */
    private static DefaultMeter copy(Meter meter, MeterState state) {
        Meter.Builder builder =
                DefaultMeter.builder()
                        .forDevice(meter.deviceId())
                        .withCellId(meter.meterCellId())
                        .fromApp(meter.appId())
                        .withUnit(meter.unit())
                        .withBands(new ArrayList<>(meter.bands()))
                        .withAnnotations(meter.annotations());
        if (meter.isBurst()) {
            builder.burst();
        }
        DefaultMeter copy = (DefaultMeter) builder.build();
        copy.setState(state);
        copy.setLife(meter.life());
        copy.setReferenceCount(meter.referenceCount());
        copy.setProcessedPackets(meter.packetsSeen());
        copy.setProcessedBytes(meter.bytesSeen());
        return copy;
    }
}
