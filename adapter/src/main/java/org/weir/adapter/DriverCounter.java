// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.FieldInfo;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.Update;

/**
 * One counter array of the drivers, read from the ASIC. Each value is that of all pipes together.
 */
final class DriverCounter implements CounterControl {

    private static final String INDEX = "$COUNTER_INDEX";

    /** Time for which a value that was read ahead counts as read now. */
    private static final long FRESH_NS = 10_000_000_000L;

    private record Reading(CounterValue value, long timeNs) {}

    private final DriverLink link;
    private final String name;
    private final TableInfo info;
    private final Map<Integer, Reading> ahead = new ConcurrentHashMap<>();

    DriverCounter(DriverLink link, String name, TableInfo info) {
        this.link = link;
        this.name = name;
        this.info = info;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return (int) info.size();
    }

    /** The entries to read for some indices; for none, all. */
    List<TableEntry> wanted(Collection<Integer> indices) {
        if (indices.isEmpty()) {
            return List.of(TableEntry.newBuilder().setTableId(info.id()).build());
        }
        return indices.stream().map(index -> entry(index).build()).toList();
    }

    /** Keeps values for the reads that follow. */
    void keep(List<TableEntry> entries) {
        long now = System.nanoTime();
        for (TableEntry entry : entries) {
            if (entry.getTableId() == info.id() && entry.getKey().getFieldsCount() == 1) {
                int index = 0;
                for (byte each : entry.getKey().getFields(0).getExact().getValue().toByteArray()) {
                    index = index << 8 | each & 0xff;
                }
                ahead.put(index, new Reading(CounterFields.decode(info, entry.getData()), now));
            }
        }
    }

    @Override
    public CounterValue read(int index) {
        Reading reading = ahead.remove(index);
        if (reading != null && System.nanoTime() - reading.timeNs() < FRESH_NS) {
            return reading.value();
        }
        List<TableEntry> found =
                link.read("counter " + name, wanted(Set.of(index)), Source.HARDWARE);
        return found.isEmpty()
                ? CounterValue.ZERO
                : CounterFields.decode(info, found.get(0).getData());
    }

    @Override
    public void write(int index, CounterValue value) {
        ahead.remove(index);
        link.write(
                "counter " + name,
                Update.Type.MODIFY,
                entry(index)
                        .setData(CounterFields.add(info, TableData.getDefaultInstance(), value))
                        .build());
    }

    private TableEntry.Builder entry(int index) {
        FieldInfo field = info.key(INDEX);
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(info.id());
        byte[] value = {
            (byte) (index >> 24), (byte) (index >> 16), (byte) (index >> 8), (byte) index
        };
        entry.getKeyBuilder()
                .addFieldsBuilder()
                .setFieldId(field.id())
                .getExactBuilder()
                .setValue(EntryCodec.padded(value, field.widthBits()));
        return entry;
    }

    /** Reads several counters by one request, for the reads that follow. */
    static void readAhead(DriverLink link, Map<DriverCounter, Set<Integer>> cells) {
        List<TableEntry> wanted = new ArrayList<>();
        cells.forEach((counter, indices) -> wanted.addAll(counter.wanted(indices)));
        if (!wanted.isEmpty()) {
            List<TableEntry> found = link.read("counters", wanted, Source.HARDWARE);
            cells.keySet().forEach(counter -> counter.keep(found));
        }
    }
}
