// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The default actions of tables (P4Runtime specification 1.4, "Default Entry"). */
final class DefaultEntries {

    private final TableAccess access;
    private final EntryNotes notes;

    DefaultEntries(TableAccess access, EntryNotes notes) {
        this.access = access;
        this.notes = notes;
    }

    /** Checks an update of a default action. */
    Operation prepare(Update.Type type, TableEntry entry) {
        TableInfo info = access.index().table(entry.getTableId());
        String what = "table " + info.name() + ", default action";
        ResourceCodec.requireModify(type, what);
        ResourceCodec.rejectUnknownFields(entry, what);
        refuseKey(entry, what);
        if (entry.getIsConst()) {
            throw RequestException.invalid(what + ", is_const: only the program declares it so");
        }
        if (info.hasConstDefault() && (entry.hasAction() || !hasResources(entry))) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED, what + ": the program declares it const");
        }
        if (info.actionProfileId() != 0 && entry.hasAction()) {
            throw RequestException.invalid(
                    what + ": tables with an action profile keep that of the program");
        }
        DirectResources given = DirectResources.of(entry, info, access.index());
        EntryAction action = entry.hasAction() ? info.decodeAction(entry.getAction(), true) : null;
        EntryNotes.Note note = EntryNotes.Note.of(entry);
        return () -> {
            TableControl table = access.table(info);
            boolean wasInitial = table.isDefaultActionInitial();
            EntryAction before = table.defaultAction();
            DirectResources old = DirectResources.ofDefault(table);
            DirectResources resources =
                    action == null && !hasResources(entry)
                            ? new DirectResources(
                                    old.counter().map(value -> CounterValue.ZERO), Optional.empty())
                            : new DirectResources(given.counter().or(old::counter), given.meter());
            if (action != null) {
                table.setDefaultAction(action);
            } else if (!info.hasConstDefault()) {
                table.resetDefaultAction();
            }
            resources.writeToDefault(table);
            EntryNotes.Note noteBefore =
                    notes.set(info, action == null ? EntryNotes.Note.NONE : note);
            return () -> {
                if (wasInitial) {
                    table.resetDefaultAction();
                } else {
                    table.setDefaultAction(before);
                }
                old.writeToDefault(table);
                notes.set(info, noteBefore);
            };
        };
    }

    /** Reads the default actions that a request selects. */
    void read(TableEntry filter, Consumer<Supplier<Entity>> out) {
        refuseKey(filter, "is_default_action");
        if (filter.getTableId() == 0) {
            TableAccess.refuseSelection(filter);
        }
        EntryNotes.Note noteFilter = EntryNotes.Note.of(filter);
        for (TableInfo info : access.defaultsOf(filter)) {
            TableControl table = access.table(info);
            EntryAction action = table.defaultAction();
            DirectResources resources = DirectResources.ofDefault(table);
            EntryNotes.Note note = notes.get(info);
            if (note.passes(noteFilter) && TableAccess.selectedAction(filter, info).test(action)) {
                out.accept(
                        () -> {
                            TableEntry.Builder builder =
                                    TableEntry.newBuilder()
                                            .setTableId(info.id())
                                            .setIsDefaultAction(true)
                                            .setIsConst(info.hasConstDefault())
                                            .setAction(info.encodeAction(action));
                            note.addTo(builder);
                            resources.addTo(builder, filter, info, access.index());
                            return Entity.newBuilder().setTableEntry(builder).build();
                        });
            }
        }
    }

    private static boolean hasResources(TableEntry entry) {
        return entry.hasCounterData() || entry.hasMeterConfig();
    }

    private static void refuseKey(TableEntry entry, String what) {
        if (entry.getMatchCount() > 0 || entry.getPriority() != 0) {
            throw RequestException.invalid(what + ": it has no match and no priority");
        }
        if (entry.getIdleTimeoutNs() != 0 || entry.hasTimeSinceLastHit()) {
            throw RequestException.invalid(
                    what + ", idle_timeout_ns, time_since_last_hit: it has no idle timeout");
        }
    }
}
