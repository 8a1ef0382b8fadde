// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.drivers.p4runtime.mirror.P4RuntimeTableMirror;
import org.onosproject.drivers.p4runtime.mirror.TimedEntry;
import org.onosproject.net.Annotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTableEntryHandle;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/**
 * ONOS's mirror of what is in the switches' tables, with an index by switch.
 *
 * <p>The published mirror is one map for the whole network. To compare one switch with it, it
 * copies the entries of all switches, at each poll of each switch: with 80 switches of 170 entries
 * that is a million copies in a cycle. This mirror keeps the entries in the published one, and
 * remembers which of them belong to a switch. Drivers find it first ({@code service.ranking}).
 *
 * <p>The index holds what this instance of ONOS has seen. Another instance may have written to a
 * switch before: {@link #forget} has the next {@link #sync} compare everything.
 */
@Component(
        immediate = true,
        service = {P4RuntimeTableMirror.class, IndexedTableMirror.class},
        property = "service.ranking:Integer=1")
public class IndexedTableMirror implements P4RuntimeTableMirror {

    @Reference(
            cardinality = ReferenceCardinality.MANDATORY,
            target =
                    "(component.name=org.onosproject.drivers.p4runtime.mirror."
                            + "DistributedP4RuntimeTableMirror)")
    protected P4RuntimeTableMirror published;

    /** Handles of a switch's entries; a switch that is missing has not been compared yet. */
    private final Map<DeviceId, Set<PiTableEntryHandle>> index = new ConcurrentHashMap<>();

    /**
     * Forgets what belongs to a switch, not the entries themselves.
     *
     * @param deviceId the switch
     */
    void forget(DeviceId deviceId) {
        index.remove(deviceId);
    }

    @Override
    public Collection<TimedEntry<PiTableEntry>> getAll(DeviceId deviceId) {
        Set<PiTableEntryHandle> handles = index.get(deviceId);
        if (handles == null) {
            return published.getAll(deviceId);
        }
        List<TimedEntry<PiTableEntry>> entries = new ArrayList<>();
        for (PiTableEntryHandle handle : handles) {
            TimedEntry<PiTableEntry> entry = published.get(handle);
            if (entry == null) {
                handles.remove(handle);
            } else {
                entries.add(entry);
            }
        }
        return entries;
    }

    @Override
    public TimedEntry<PiTableEntry> get(PiTableEntryHandle handle) {
        return published.get(handle);
    }

    @Override
    public void put(PiTableEntryHandle handle, PiTableEntry entry) {
        published.put(handle, entry);
        note(handle);
    }

    @Override
    public void remove(PiTableEntryHandle handle) {
        published.remove(handle);
        note(handle);
    }

    @Override
    public void putAnnotations(PiTableEntryHandle handle, Annotations annotations) {
        published.putAnnotations(handle, annotations);
    }

    @Override
    public Annotations annotations(PiTableEntryHandle handle) {
        return published.annotations(handle);
    }

    /** Makes the mirror equal to what a switch has; writes only what differs. */
    @Override
    public void sync(DeviceId deviceId, Collection<PiTableEntry> entries) {
        Map<PiTableEntryHandle, PiTableEntry> present = new HashMap<>();
        entries.forEach(entry -> present.put(entry.handle(deviceId), entry));
        Set<PiTableEntryHandle> known = index.get(deviceId);
        if (known == null) {
            published.sync(deviceId, entries);
        } else {
            for (PiTableEntryHandle handle : known) {
                if (!present.containsKey(handle)) {
                    published.remove(handle);
                }
            }
            present.forEach(
                    (handle, entry) -> {
                        TimedEntry<PiTableEntry> old = published.get(handle);
                        if (old == null || !old.entry().equals(entry)) {
                            published.put(handle, entry);
                        }
                    });
        }
        Set<PiTableEntryHandle> handles = ConcurrentHashMap.newKeySet();
        handles.addAll(present.keySet());
        index.put(deviceId, handles);
    }

    @Override
    public void applyWriteRequest(WriteRequest request) {
        published.applyWriteRequest(request);
        request.pendingUpdates().forEach(update -> note(update.handle()));
    }

    @Override
    public void applyWriteResponse(WriteResponse response) {
        published.applyWriteResponse(response);
        response.all().forEach(update -> note(update.handle()));
    }

    /** Brings the index up to date with what has become of an entry. */
    private void note(PiHandle handle) {
        if (!(handle instanceof PiTableEntryHandle)) {
            return;
        }
        Set<PiTableEntryHandle> handles = index.get(handle.deviceId());
        if (handles == null) {
            return;
        }
        PiTableEntryHandle entry = (PiTableEntryHandle) handle;
        if (published.get(entry) == null) {
            handles.remove(entry);
        } else {
            handles.add(entry);
        }
    }
}
