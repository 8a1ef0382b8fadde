// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Meter;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The meters that are not bound to a table. */
public final class MeterEntities implements EntityKind {

    private final P4InfoIndex index;
    private final SwitchControl control;

    public MeterEntities(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        MeterEntry entry = entity.getMeterEntry();
        Meter info = index.meter(entry.getMeterId());
        String what = what(info);
        ResourceCodec.requireModify(type, what);
        ResourceCodec.rejectUnknownFields(entry, what);
        ResourceCodec.refuseColourCounters(entry.hasCounterData(), what);
        Optional<MeterConfig> config =
                entry.hasConfig()
                        ? Optional.of(
                                ResourceCodec.decode(
                                        entry.getConfig(), info.getSpec().getType(), what))
                        : Optional.empty();
        return () -> {
            MeterControl meter = meter(info);
            int[] range =
                    ResourceCodec.range(entry.hasIndex(), entry.getIndex(), meter.size(), what);
            List<Optional<MeterConfig>> before = new ArrayList<>();
            for (int i = range[0]; i < range[1]; i++) {
                before.add(meter.config(i));
                meter.configure(i, config);
            }
            return () -> {
                for (int i = range[0]; i < range[1]; i++) {
                    meter.configure(i, before.get(i - range[0]));
                }
            };
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        MeterEntry filter = request.getMeterEntry();
        ResourceCodec.refuseColourCounters(filter.hasCounterData(), "meter_entry");
        boolean all = filter.getMeterId() == 0;
        Collection<Meter> meters =
                all ? index.meters().values() : List.of(index.meter(filter.getMeterId()));
        for (Meter info : meters) {
            MeterControl meter = meter(info);
            int[] range =
                    ResourceCodec.range(
                            !all && filter.hasIndex(), filter.getIndex(), meter.size(), what(info));
            for (int i = range[0]; i < range[1]; i++) {
                int cell = i;
                Optional<MeterConfig> config = meter.config(i);
                out.accept(
                        () -> {
                            MeterEntry.Builder entry =
                                    MeterEntry.newBuilder()
                                            .setMeterId(info.getPreamble().getId())
                                            .setIndex(Index.newBuilder().setIndex(cell));
                            config.ifPresent(c -> entry.setConfig(ResourceCodec.encode(c)));
                            return Entity.newBuilder().setMeterEntry(entry).build();
                        });
            }
        }
    }

    private MeterControl meter(Meter info) {
        return control.meter(info.getPreamble().getName())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        what(info) + ": in the P4Info, but not in the program"));
    }

    private static String what(Meter info) {
        return "meter " + info.getPreamble().getName();
    }
}
