// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.control.MeterConfig;
import org.weir.bmv2.control.TableControl;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectMeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The meters of table entries. */
final class DirectMeterEntities implements EntityKind {

    private final TableAccess access;

    DirectMeterEntities(TableAccess access) {
        this.access = access;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        DirectMeterEntry meter = entity.getDirectMeterEntry();
        ResourceCodec.requireModify(type, "direct meter");
        ResourceCodec.rejectUnknownFields(meter, "direct meter");
        TableAccess.Key key = access.key(meter.getTableEntry());
        requireMeter(key.table());
        Optional<MeterConfig> config =
                meter.hasConfig()
                        ? Optional.of(
                                ResourceCodec.decode(
                                        meter.getConfig(),
                                        "table " + key.table().name() + ", direct meter"))
                        : Optional.empty();
        return () -> {
            TableControl table = access.table(key.table());
            Optional<MeterConfig> before = table.meterConfig(key.match(), key.priority());
            table.configureMeter(key.match(), key.priority(), config);
            return () -> table.configureMeter(key.match(), key.priority(), before);
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        TableEntry filter = request.getDirectMeterEntry().getTableEntry();
        if (filter.getTableId() != 0) {
            requireMeter(access.index().table(filter.getTableId()));
        }
        boolean[] found = new boolean[1];
        access.select(
                filter,
                (info, entry) -> {
                    if (!access.index().hasDirectMeter(info)) {
                        return;
                    }
                    found[0] = true;
                    Optional<MeterConfig> config =
                            access.table(info).meterConfig(entry.match(), entry.priority());
                    out.accept(
                            () -> {
                                DirectMeterEntry.Builder meter =
                                        DirectMeterEntry.newBuilder()
                                                .setTableEntry(MatchCodec.key(info, entry));
                                config.ifPresent(c -> meter.setConfig(ResourceCodec.encode(c)));
                                return Entity.newBuilder().setDirectMeterEntry(meter).build();
                            });
                });
        if (!found[0] && filter.getMatchCount() > 0) {
            throw RequestException.notFound(
                    "table "
                            + access.index().table(filter.getTableId()).name()
                            + ": no such entry");
        }
    }

    private void requireMeter(TableInfo table) {
        if (!access.index().hasDirectMeter(table)) {
            throw RequestException.invalid("table " + table.name() + ": it has no direct meter");
        }
    }
}
