// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.p4runtime.p4info.MatchCodec;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Table entries, with their counters and meters (P4Runtime specification 1.4, "TableEntry"). */
public final class TableEntities implements EntityKind {

    private final TableAccess access;
    private final OneShots oneShots;
    private final EntryNotes notes = new EntryNotes();
    private final DefaultEntries defaults;

    public TableEntities(TableAccess access, OneShots oneShots) {
        this.access = access;
        this.oneShots = oneShots;
        defaults = new DefaultEntries(access, notes);
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        P4RuntimeOuterClass.TableEntry entry = entity.getTableEntry();
        if (entry.getIsDefaultAction()) {
            return defaults.prepare(type, entry);
        }
        TableAccess.Key key = access.key(entry);
        TableInfo table = key.table();
        if (entry.getIsConst()) {
            throw RequestException.invalid(
                    "table " + table.name() + ", is_const: only the program declares entries so");
        }
        if (type == Update.Type.DELETE) {
            return () -> delete(key);
        }
        checkFields(table, entry);
        Attachments attachments =
                new Attachments(
                        DirectResources.of(entry, table, access.index()),
                        EntryNotes.Note.of(entry));
        if (type == Update.Type.INSERT) {
            EntryAction action = decode(table, entry.getAction());
            return () -> insert(key, action, entry.getIdleTimeoutNs(), attachments);
        }
        Optional<EntryAction> action =
                entry.hasAction()
                        ? Optional.of(decode(table, entry.getAction()))
                        : Optional.empty();
        return () -> modify(key, action, entry.getIdleTimeoutNs(), attachments);
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        P4RuntimeOuterClass.TableEntry filter = request.getTableEntry();
        ResourceCodec.refuseColourCounters(filter.hasMeterCounterData(), "table_entry");
        if (filter.getIsDefaultAction()) {
            defaults.read(filter, out);
            return;
        }
        if (filter.getTableId() != 0) {
            TableInfo table = access.index().table(filter.getTableId());
            requireIdleTimeout(table, filter.hasTimeSinceLastHit(), "time_since_last_hit");
        }
        EntryNotes.Note noteFilter = EntryNotes.Note.of(filter);
        boolean withResources = filter.hasCounterData() || filter.hasMeterConfig();
        access.select(
                filter,
                (info, entry) -> {
                    TableControl table = access.table(info);
                    TableAccess.Key key = key(info, entry);
                    EntryNotes.Note note = notes.get(key);
                    if (!note.passes(noteFilter)) {
                        return;
                    }
                    DirectResources resources =
                            withResources ? DirectResources.of(key, table) : DirectResources.NONE;
                    boolean withIdleTime = filter.hasTimeSinceLastHit() && info.hasIdleTimeout();
                    long sinceHitNs =
                            withIdleTime ? table.sinceHitNs(entry.match(), entry.priority()) : 0;
                    out.accept(
                            () -> {
                                P4RuntimeOuterClass.TableEntry.Builder builder =
                                        encode(info, entry, note);
                                resources.addTo(builder, filter, info, access.index());
                                if (withIdleTime) {
                                    builder.getTimeSinceLastHitBuilder().setElapsedNs(sinceHitNs);
                                }
                                return Entity.newBuilder().setTableEntry(builder).build();
                            });
                });
    }

    /** An entry that was not hit for its idle timeout; null if its table is not in the P4Info. */
    public P4RuntimeOuterClass.TableEntry idle(IdleEntry idle) {
        for (TableInfo info : access.index().tables().values()) {
            if (info.name().equals(idle.table())) {
                return encode(info, idle.entry(), notes.get(key(info, idle.entry()))).build();
            }
        }
        return null;
    }

    private P4RuntimeOuterClass.TableEntry.Builder encode(
            TableInfo info, TableEntry entry, EntryNotes.Note note) {
        P4RuntimeOuterClass.TableEntry.Builder builder =
                P4RuntimeOuterClass.TableEntry.newBuilder()
                        .setTableId(info.id())
                        .addAllMatch(MatchCodec.encode(info.key(), entry.match()))
                        .setPriority(entry.priority())
                        .setIdleTimeoutNs(entry.idleTimeoutNs())
                        .setIsConst(entry.isConst());
        note.addTo(builder);
        if (entry.action() instanceof EntryAction.OneShot oneShot) {
            builder.getActionBuilder()
                    .setActionProfileActionSet(oneShots.encode(info, oneShot, note.watchNumbers()));
        } else {
            builder.setAction(info.encodeAction(entry.action()));
        }
        return builder;
    }

    private EntryAction decode(TableInfo table, TableAction action) {
        return action.hasActionProfileActionSet()
                ? oneShots.decode(table, action.getActionProfileActionSet())
                : table.decodeAction(action, false);
    }

    /** Counter, meter and notes of an entry, everything besides its action. */
    private record Attachments(DirectResources resources, EntryNotes.Note note) {}

    private Runnable insert(
            TableAccess.Key key, EntryAction action, long idleTimeoutNs, Attachments given) {
        TableControl table = access.table(key.table());
        oneShots.requireNoMembers(key.table(), action);
        table.insert(new TableEntry(key.match(), key.priority(), action, idleTimeoutNs));
        oneShots.count(key.table(), action, 1);
        Runnable undo =
                () -> {
                    table.delete(key.match(), key.priority());
                    oneShots.count(key.table(), action, -1);
                    notes.set(key, EntryNotes.Note.NONE);
                };
        undoIfRefused(undo, () -> attach(key, table, given));
        return undo;
    }

    private Runnable modify(
            TableAccess.Key key,
            Optional<EntryAction> action,
            long idleTimeoutNs,
            Attachments given) {
        TableControl table = access.table(key.table());
        TableEntry before = table.get(key.match(), key.priority()).orElseThrow(() -> noEntry(key));
        Attachments old = attachments(key, table);
        // A direct counter keeps its value unless the client gives one; the switch clears it with
        // the action.
        Attachments attached =
                new Attachments(
                        new DirectResources(
                                given.resources().counter().or(old.resources()::counter),
                                given.resources().meter()),
                        given.note());
        if (before.isConst()) {
            refuseChange(key, action.isPresent(), idleTimeoutNs);
            Runnable undo = () -> attach(key, table, old);
            undoIfRefused(undo, () -> attach(key, table, attached));
            return undo;
        }
        EntryAction after = action.orElse(before.action());
        action.ifPresent(one -> oneShots.requireNoMembers(key.table(), one));
        table.modify(new TableEntry(key.match(), key.priority(), after, idleTimeoutNs));
        replaced(key.table(), before.action(), after);
        Runnable undo =
                () -> {
                    table.modify(before);
                    replaced(key.table(), after, before.action());
                    attach(key, table, old);
                };
        undoIfRefused(undo, () -> attach(key, table, attached));
        return undo;
    }

    private Runnable delete(TableAccess.Key key) {
        TableControl table = access.table(key.table());
        TableEntry before = table.get(key.match(), key.priority()).orElseThrow(() -> noEntry(key));
        Attachments old = attachments(key, table);
        table.delete(key.match(), key.priority());
        oneShots.count(key.table(), before.action(), -1);
        notes.set(key, EntryNotes.Note.NONE);
        return () -> {
            table.insert(before);
            oneShots.count(key.table(), before.action(), 1);
            attach(key, table, old);
        };
    }

    private void replaced(TableInfo table, EntryAction before, EntryAction after) {
        oneShots.count(table, before, -1);
        oneShots.count(table, after, 1);
    }

    private Attachments attachments(TableAccess.Key key, TableControl table) {
        return new Attachments(DirectResources.of(key, table), notes.get(key));
    }

    private void attach(TableAccess.Key key, TableControl table, Attachments attachments) {
        attachments.resources().writeTo(key, table);
        notes.set(key, attachments.note());
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
                info, MatchCodec.canonical(info.key(), entry.match()), entry.priority());
    }

    private static RequestException noEntry(TableAccess.Key key) {
        return RequestException.notFound(
                "table "
                        + key.table().name()
                        + ": no entry matches "
                        + key.match()
                        + (key.priority() == 0 ? "" : " with priority " + key.priority()));
    }

    private static void refuseChange(TableAccess.Key key, boolean action, long idleTimeoutNs) {
        if (action) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED,
                    "table "
                            + key.table().name()
                            + ", action: the entry is constant; only its counter and meter can be written");
        }
        if (idleTimeoutNs != 0) {
            throw RequestException.invalid(
                    "table "
                            + key.table().name()
                            + ", idle_timeout_ns: a constant entry has no idle timeout");
        }
    }

    private static void checkFields(TableInfo table, P4RuntimeOuterClass.TableEntry entry) {
        String what = "table " + table.name();
        ResourceCodec.rejectUnknownFields(entry, what);
        if (entry.getIdleTimeoutNs() < 0) {
            throw RequestException.invalid(what + ", idle_timeout_ns: it must not be below 0");
        }
        requireIdleTimeout(table, entry.getIdleTimeoutNs() != 0, "idle_timeout_ns");
        requireIdleTimeout(table, entry.hasTimeSinceLastHit(), "time_since_last_hit");
        if (entry.hasTimeSinceLastHit()) {
            throw RequestException.invalid(what + ", time_since_last_hit: it can only be read");
        }
    }

    private static void requireIdleTimeout(TableInfo table, boolean isGiven, String field) {
        if (isGiven && !table.hasIdleTimeout()) {
            throw RequestException.invalid(
                    "table "
                            + table.name()
                            + ", "
                            + field
                            + ": the program declares no idle timeout");
        }
    }
}
