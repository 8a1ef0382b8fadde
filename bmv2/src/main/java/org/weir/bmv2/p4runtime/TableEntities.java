// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.control.CounterValue;
import org.weir.bmv2.control.EntryAction;
import org.weir.bmv2.control.MeterConfig;
import org.weir.bmv2.control.TableControl;
import org.weir.bmv2.control.TableEntry;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.CounterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Table entries, default actions among them, with their counters and meters. */
final class TableEntities implements EntityKind {

    /** P4Runtime 1.4's {@code TableEntry.is_const}, which the generated classes lack, as true. */
    static final UnknownFieldSet IS_CONST =
            UnknownFieldSet.newBuilder()
                    .addField(13, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                    .build();

    private final TableAccess access;
    private final EntryNotes notes = new EntryNotes();

    TableEntities(TableAccess access) {
        this.access = access;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        P4RuntimeOuterClass.TableEntry entry = entity.getTableEntry();
        if (entry.getIsDefaultAction()) {
            return prepareDefault(type, entry);
        }
        TableAccess.Key key = access.key(entry);
        if (type == Update.Type.DELETE) {
            return () -> delete(key);
        }
        TableInfo table = key.table();
        checkFields(table, entry);
        Optional<CounterValue> counter = Optional.empty();
        if (entry.hasCounterData()) {
            CounterSpec.Unit unit =
                    access.index()
                            .directCounterUnit(table)
                            .orElseThrow(
                                    () ->
                                            RequestException.invalid(
                                                    "table "
                                                            + table.name()
                                                            + ", counter_data: it has no counter"));
            counter =
                    Optional.of(
                            ResourceCodec.decode(
                                    entry.getCounterData(), unit, "table " + table.name()));
        }
        Optional<MeterConfig> meter = Optional.empty();
        if (entry.hasMeterConfig()) {
            if (!access.index().hasDirectMeter(table)) {
                throw RequestException.invalid(
                        "table " + table.name() + ", meter_config: it has no meter");
            }
            meter =
                    Optional.of(
                            ResourceCodec.decode(entry.getMeterConfig(), "table " + table.name()));
        }
        EntryAction action =
                type == Update.Type.MODIFY && !entry.hasAction()
                        ? null
                        : table.decodeAction(entry.getAction(), false);
        Resources resources = new Resources(counter, meter, EntryNotes.Note.of(entry));
        return type == Update.Type.INSERT
                ? () -> insert(key, action, resources)
                : () -> modify(key, Optional.ofNullable(action), resources);
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        P4RuntimeOuterClass.TableEntry filter = request.getTableEntry();
        if (filter.getIsDefaultAction()) {
            readDefaults(filter, out);
            return;
        }
        EntryNotes.Note noteFilter = EntryNotes.Note.of(filter);
        access.select(
                filter,
                (info, entry) -> {
                    TableControl table = access.table(info);
                    EntryNotes.Note note = notes.get(key(info, entry));
                    if (!note.passes(noteFilter)) {
                        return;
                    }
                    Optional<CounterSpec.Unit> unit = access.index().directCounterUnit(info);
                    CounterValue counter =
                            filter.hasCounterData() && unit.isPresent()
                                    ? table.readCounter(entry.match(), entry.priority())
                                    : null;
                    Optional<MeterConfig> meter =
                            filter.hasMeterConfig() && access.index().hasDirectMeter(info)
                                    ? table.meterConfig(entry.match(), entry.priority())
                                    : Optional.empty();
                    out.accept(
                            () -> {
                                P4RuntimeOuterClass.TableEntry.Builder builder =
                                        P4RuntimeOuterClass.TableEntry.newBuilder()
                                                .setTableId(info.id())
                                                .addAllMatch(MatchCodec.encode(info, entry.match()))
                                                .setPriority(entry.priority())
                                                .setAction(info.encodeAction(entry.action()));
                                note.addTo(builder);
                                if (entry.isConst()) {
                                    builder.setUnknownFields(IS_CONST);
                                }
                                if (counter != null) {
                                    builder.setCounterData(
                                            ResourceCodec.encode(counter, unit.get()));
                                }
                                meter.ifPresent(
                                        config ->
                                                builder.setMeterConfig(
                                                        ResourceCodec.encode(config)));
                                return Entity.newBuilder().setTableEntry(builder).build();
                            });
                });
    }

    private void readDefaults(
            P4RuntimeOuterClass.TableEntry filter, Consumer<Supplier<Entity>> out) {
        if (filter.getMatchCount() > 0 || filter.getPriority() != 0) {
            throw RequestException.invalid(
                    "is_default_action: the default action has no match and no priority");
        }
        Iterable<TableInfo> tables =
                filter.getTableId() == 0
                        ? access.index().tables().values()
                        : List.of(access.index().table(filter.getTableId()));
        for (TableInfo info : tables) {
            EntryAction action = access.table(info).defaultAction();
            EntryNotes.Note note = notes.get(info);
            if (note.passes(EntryNotes.Note.of(filter))) {
                out.accept(
                        () -> {
                            P4RuntimeOuterClass.TableEntry.Builder builder =
                                    P4RuntimeOuterClass.TableEntry.newBuilder()
                                            .setTableId(info.id())
                                            .setIsDefaultAction(true)
                                            .setAction(info.encodeAction(action));
                            note.addTo(builder);
                            return Entity.newBuilder().setTableEntry(builder).build();
                        });
            }
        }
    }

    private Operation prepareDefault(Update.Type type, P4RuntimeOuterClass.TableEntry entry) {
        TableInfo info = access.index().table(entry.getTableId());
        String what = "table " + info.name() + ", default action";
        ResourceCodec.requireModify(type, what);
        checkFields(info, entry);
        if (entry.getMatchCount() > 0 || entry.getPriority() != 0) {
            throw RequestException.invalid(what + ": it has no match and no priority");
        }
        if (info.hasConstDefault()) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED, what + ": the program declares it const");
        }
        if (info.actionProfileId() != 0 && entry.hasAction()) {
            throw RequestException.invalid(
                    what + ": tables with an action profile keep that of the program");
        }
        if (entry.hasCounterData() || entry.hasMeterConfig()) {
            throw RequestException.unimplemented(what + ": it has no counter and no meter");
        }
        EntryAction action = entry.hasAction() ? info.decodeAction(entry.getAction(), true) : null;
        EntryNotes.Note note = EntryNotes.Note.of(entry);
        return () -> {
            TableControl table = access.table(info);
            boolean wasInitial = table.isDefaultActionInitial();
            EntryAction before = table.defaultAction();
            if (action == null) {
                table.resetDefaultAction();
            } else {
                table.setDefaultAction(action);
            }
            EntryNotes.Note noteBefore =
                    notes.set(info, action == null ? EntryNotes.Note.NONE : note);
            return () -> {
                if (wasInitial) {
                    table.resetDefaultAction();
                } else {
                    table.setDefaultAction(before);
                }
                notes.set(info, noteBefore);
            };
        };
    }

    /** What comes with an entry besides its action. */
    private record Resources(
            Optional<CounterValue> counter, Optional<MeterConfig> meter, EntryNotes.Note note) {}

    private Runnable insert(TableAccess.Key key, EntryAction action, Resources resources) {
        TableControl table = access.table(key.table());
        table.insert(new TableEntry(key.match(), key.priority(), action));
        Runnable undo =
                () -> {
                    table.delete(key.match(), key.priority());
                    notes.set(key, EntryNotes.Note.NONE);
                };
        undoIfRefused(undo, () -> attach(key, table, resources));
        return undo;
    }

    private Runnable modify(
            TableAccess.Key key, Optional<EntryAction> action, Resources resources) {
        TableControl table = access.table(key.table());
        TableEntry before = table.get(key.match(), key.priority()).orElseThrow(() -> noEntry(key));
        Resources old = resources(key, table);
        Runnable undo =
                () -> {
                    table.modify(before);
                    attach(key, table, old);
                };
        // A direct counter keeps its value unless the client gives one; the switch clears it with
        // the action.
        Resources attached =
                new Resources(
                        resources.counter().or(old::counter), resources.meter(), resources.note());
        table.modify(new TableEntry(key.match(), key.priority(), action.orElse(before.action())));
        undoIfRefused(undo, () -> attach(key, table, attached));
        return undo;
    }

    private Runnable delete(TableAccess.Key key) {
        TableControl table = access.table(key.table());
        TableEntry before = table.get(key.match(), key.priority()).orElseThrow(() -> noEntry(key));
        Resources old = resources(key, table);
        table.delete(key.match(), key.priority());
        notes.set(key, EntryNotes.Note.NONE);
        return () -> {
            table.insert(before);
            attach(key, table, old);
        };
    }

    private Resources resources(TableAccess.Key key, TableControl table) {
        return new Resources(
                table.hasDirectCounter()
                        ? Optional.of(table.readCounter(key.match(), key.priority()))
                        : Optional.empty(),
                table.hasDirectMeter()
                        ? table.meterConfig(key.match(), key.priority())
                        : Optional.empty(),
                notes.get(key));
    }

    private void attach(TableAccess.Key key, TableControl table, Resources resources) {
        if (table.hasDirectMeter()) {
            table.configureMeter(key.match(), key.priority(), resources.meter());
        }
        resources
                .counter()
                .ifPresent(value -> table.writeCounter(key.match(), key.priority(), value));
        notes.set(key, resources.note());
    }

    private static void undoIfRefused(Runnable undo, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            undo.run();
            throw e;
        }
    }

    private static TableAccess.Key key(TableInfo info, TableEntry entry) {
        return new TableAccess.Key(
                info, MatchCodec.canonical(info, entry.match()), entry.priority());
    }

    private static RequestException noEntry(TableAccess.Key key) {
        return RequestException.notFound(
                "table "
                        + key.table().name()
                        + ": no entry matches "
                        + key.match()
                        + (key.priority() == 0 ? "" : " with priority " + key.priority()));
    }

    private static void checkFields(TableInfo table, P4RuntimeOuterClass.TableEntry entry) {
        if (entry.getUnknownFields().equals(IS_CONST)) {
            throw RequestException.invalid(
                    "table " + table.name() + ", is_const: only the program declares entries so");
        }
        ResourceCodec.rejectUnknownFields(entry, "table " + table.name());
        if (entry.getIdleTimeoutNs() != 0) {
            if (!table.hasIdleTimeout()) {
                throw RequestException.invalid(
                        "table "
                                + table.name()
                                + ", idle_timeout_ns: the program declares no idle timeout");
            }
            throw RequestException.unimplemented(
                    "table " + table.name() + ", idle_timeout_ns: idle timeouts are not supported");
        }
    }
}
