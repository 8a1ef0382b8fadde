// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Counter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.CounterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The counters that are not bound to a table. */
public final class CounterEntities implements EntityKind {

    private final P4InfoIndex index;
    private final SwitchControl control;

    public CounterEntities(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
    }

    /**
     * The cells that entities of a read request name, by counter; no cells for all of a counter. An
     * entity that names no counter, or no cell of it, is left out; {@link #read} refuses it.
     */
    public static Map<String, Set<Integer>> cells(P4InfoIndex index, List<Entity> entities) {
        Map<String, Set<Integer>> cells = new LinkedHashMap<>();
        for (Entity entity : entities) {
            CounterEntry entry = entity.getCounterEntry();
            if (!entity.hasCounterEntry()) {
                continue;
            }
            if (entry.getCounterId() == 0) {
                index.counters()
                        .values()
                        .forEach(each -> cells.put(each.getPreamble().getName(), Set.of()));
                return cells;
            }
            Counter counter = index.counters().get(entry.getCounterId());
            if (counter != null && !entry.hasIndex()) {
                cells.put(counter.getPreamble().getName(), Set.of());
            } else if (counter != null
                    && entry.hasIndex()
                    && entry.getIndex().getIndex() >= 0
                    && entry.getIndex().getIndex() < counter.getSize()) {
                Set<Integer> some =
                        cells.computeIfAbsent(
                                counter.getPreamble().getName(), name -> new LinkedHashSet<>());
                if (some instanceof LinkedHashSet) {
                    some.add((int) entry.getIndex().getIndex());
                }
            }
        }
        return cells;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        CounterEntry entry = entity.getCounterEntry();
        Counter info = index.counter(entry.getCounterId());
        String what = what(info);
        ResourceCodec.requireModify(type, what);
        CounterValue value =
                entry.hasData()
                        ? ResourceCodec.decode(entry.getData(), info.getSpec().getUnit(), what)
                        : null;
        return () -> {
            CounterControl counter = counter(info);
            int[] range =
                    ResourceCodec.range(entry.hasIndex(), entry.getIndex(), counter.size(), what);
            CounterValue[] before = new CounterValue[range[1] - range[0]];
            for (int i = range[0]; i < range[1]; i++) {
                before[i - range[0]] = counter.read(i);
                if (value != null) {
                    counter.write(i, value);
                }
            }
            return () -> {
                for (int i = range[0]; i < range[1]; i++) {
                    counter.write(i, before[i - range[0]]);
                }
            };
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        CounterEntry filter = request.getCounterEntry();
        boolean all = filter.getCounterId() == 0;
        Collection<Counter> counters =
                all ? index.counters().values() : List.of(index.counter(filter.getCounterId()));
        for (Counter info : counters) {
            CounterControl counter = counter(info);
            int[] range =
                    ResourceCodec.range(
                            !all && filter.hasIndex(),
                            filter.getIndex(),
                            counter.size(),
                            what(info));
            CounterSpec.Unit unit = info.getSpec().getUnit();
            for (int i = range[0]; i < range[1]; i++) {
                int cell = i;
                CounterValue value = counter.read(i);
                out.accept(
                        () ->
                                Entity.newBuilder()
                                        .setCounterEntry(
                                                CounterEntry.newBuilder()
                                                        .setCounterId(info.getPreamble().getId())
                                                        .setIndex(Index.newBuilder().setIndex(cell))
                                                        .setData(ResourceCodec.encode(value, unit)))
                                        .build());
            }
        }
    }

    private CounterControl counter(Counter info) {
        return control.counter(info.getPreamble().getName())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        what(info) + ": in the P4Info, but not in the program"));
    }

    private static String what(Counter info) {
        return "counter " + info.getPreamble().getName();
    }
}
