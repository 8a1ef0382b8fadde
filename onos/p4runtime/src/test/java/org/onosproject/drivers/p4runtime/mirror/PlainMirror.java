// SPDX-License-Identifier: Apache-2.0
package org.onosproject.drivers.p4runtime.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.onosproject.net.Annotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTableEntryHandle;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;

/**
 * A mirror in one map, as the published one is. In this package, since a timed entry can be made
 * nowhere else.
 */
public final class PlainMirror implements P4RuntimeTableMirror {
    private final Map<PiTableEntryHandle, TimedEntry<PiTableEntry>> entries = new HashMap<>();
    private int walks;

    /** Number of passes over all entries of all switches. */
    public int walks() {
        return walks;
    }

    @Override
    public Collection<TimedEntry<PiTableEntry>> getAll(DeviceId deviceId) {
        walks++;
        List<TimedEntry<PiTableEntry>> found = new ArrayList<>();
        entries.forEach(
                (handle, entry) -> {
                    if (handle.deviceId().equals(deviceId)) {
                        found.add(entry);
                    }
                });
        return found;
    }

    @Override
    public TimedEntry<PiTableEntry> get(PiTableEntryHandle handle) {
        return entries.get(handle);
    }

    @Override
    public void put(PiTableEntryHandle handle, PiTableEntry entry) {
        entries.put(handle, new TimedEntry<>(0, entry));
    }

    @Override
    public void remove(PiTableEntryHandle handle) {
        entries.remove(handle);
    }

    @Override
    public void putAnnotations(PiTableEntryHandle handle, Annotations annotations) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Annotations annotations(PiTableEntryHandle handle) {
        return null;
    }

    @Override
    public void sync(DeviceId deviceId, Collection<PiTableEntry> present) {
        walks++;
        entries.keySet().removeIf(handle -> handle.deviceId().equals(deviceId));
        present.forEach(entry -> put(entry.handle(deviceId), entry));
    }

    @Override
    public void applyWriteRequest(WriteRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void applyWriteResponse(WriteResponse response) {
        throw new UnsupportedOperationException();
    }
}
