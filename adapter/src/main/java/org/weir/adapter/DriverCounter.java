// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import io.grpc.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.rpc.TimelineCalls;
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

    private static final Logger LOG = LoggerFactory.getLogger(DriverCounter.class);

    private static final String INDEX = "$COUNTER_INDEX";

    /** Time for which a value that was read ahead counts as read now. */
    private static final long FRESH_NS = 30_000_000_000L;

    private record Reading(CounterValue value, long timeNs) {}

    /**
     * Most cells of one request. The drivers serve one request after the other, 1 ms and more for
     * each cell, so that writes of entries wait while a request for many cells is served.
     */
    private static final int CELLS_OF_A_REQUEST = 16;

    /** Most cells of one request for the drivers' copy, 0.2 ms each. */
    private static final int COPIED_CELLS_OF_A_REQUEST = 128;

    /**
     * Cells above which a counter is not read cell by cell from the ASIC: Weir's histogram of
     * delays has 131072, and Intel's drivers took 0.3 s for each on their model.
     */
    private static final int LARGE_CELLS = 4096;

    /** Time between two syncs of a large counter, relative to the time of one. */
    private static final int REST_PER_SYNC = 99;

    private final DriverLink link;
    private final String name;
    private final TableInfo info;
    private final Map<Integer, Reading> ahead = new ConcurrentHashMap<>();
    private final AtomicBoolean syncing = new AtomicBoolean();
    private volatile long nextSyncNs;

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
        if (isLarge()) {
            sync();
        }
        List<TableEntry> found =
                link.read(
                        "counter " + name,
                        wanted(Set.of(index)),
                        isLarge() ? Source.DRIVER : Source.HARDWARE);
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

    /**
     * Reads several counters by few requests, for the reads that follow.
     *
     * @throws RequestException if the drivers refuse it or cannot be reached, or if the client of
     *     the call that this thread serves no longer waits
     */
    static void readAhead(DriverLink link, Map<DriverCounter, Set<Integer>> cells) {
        List<TableEntry> exact = new ArrayList<>();
        List<TableEntry> copied = new ArrayList<>();
        cells.forEach(
                (counter, indices) -> {
                    if (counter.isLarge()) {
                        counter.sync();
                        copied.addAll(counter.wanted(indices));
                    } else {
                        exact.addAll(counter.wanted(indices));
                    }
                });
        fetch(link, cells.keySet(), exact, Source.HARDWARE, CELLS_OF_A_REQUEST);
        fetch(link, cells.keySet(), copied, Source.DRIVER, COPIED_CELLS_OF_A_REQUEST);
    }

    private static void fetch(
            DriverLink link,
            Collection<DriverCounter> counters,
            List<TableEntry> wanted,
            Source source,
            int cells) {
        for (int from = 0; from < wanted.size(); from += cells) {
            TimelineCalls.requireWanted(Context.current());
            List<TableEntry> part = wanted.subList(from, Math.min(wanted.size(), from + cells));
            List<TableEntry> found = link.read(part.size() + " counters", part, source);
            counters.forEach(counter -> counter.keep(found));
        }
    }

    /** True for a counter that is read from the drivers' copy, as of their last sync. */
    private boolean isLarge() {
        return info.size() > LARGE_CELLS;
    }

    /**
     * Has the copy made anew, in the background, unless that is being done or the last time took so
     * long that it would hold up all else. What is read meanwhile is the copy as it was.
     */
    private void sync() {
        if (nextSyncNs != 0 && System.nanoTime() - nextSyncNs < 0
                || !syncing.compareAndSet(false, true)) {
            return;
        }
        Thread thread = new Thread(this::syncNow, "weir-sync-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void syncNow() {
        long startNs = System.nanoTime();
        try {
            DriverLink.call(
                    "counter " + name,
                    () -> {
                        link.session().syncCounters(info);
                        return null;
                    });
        } catch (RequestException e) {
            // The copy stays as it is; the next read that is due tries again.
            LOG.warn("counter {}: the copy is not made anew: {}", name, e.getMessage());
        } finally {
            long endNs = System.nanoTime();
            nextSyncNs = endNs + REST_PER_SYNC * (endNs - startNs);
            syncing.set(false);
        }
    }
}
