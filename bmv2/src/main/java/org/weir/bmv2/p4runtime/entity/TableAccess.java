// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.p4runtime.p4info.MatchCodec;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.rpc.RequestException;

/** Access to the switch's tables and entries by P4Runtime's table entries. */
public final class TableAccess {

    /** Identity of an entry in its table: match and priority. */
    record Key(TableInfo table, List<MatchKey> match, int priority) {}

    private final P4InfoIndex index;
    private final SwitchControl control;

    public TableAccess(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
    }

    public P4InfoIndex index() {
        return index;
    }

    /** The running table of a table of the P4Info. */
    public TableControl table(TableInfo info) {
        return control.table(info.name())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        "table "
                                                + info.name()
                                                + ": in the P4Info, but not in the program"));
    }

    /**
     * The key of an entry that a client writes.
     *
     * @throws RequestException INVALID_ARGUMENT if it is none
     */
    Key key(P4RuntimeOuterClass.TableEntry entry) {
        TableInfo table = index.table(entry.getTableId());
        if (table.key().fields().isEmpty()) {
            throw RequestException.invalid(
                    "table " + table.name() + ": it has no key; write its default action");
        }
        int priority = entry.getPriority();
        if (table.needsPriority() && priority <= 0) {
            throw RequestException.invalid(
                    "table "
                            + table.name()
                            + ", priority: "
                            + priority
                            + " is not above 0, as ternary, range and optional fields need");
        }
        if (!table.needsPriority() && priority != 0) {
            throw RequestException.invalid(
                    "table "
                            + table.name()
                            + ", priority: "
                            + priority
                            + ", but must be 0 without ternary, range and optional fields");
        }
        return new Key(table, MatchCodec.decode(table.key(), entry.getMatchList()), priority);
    }

    /**
     * Finds the entries that a client's request selects; without a table id those of all tables,
     * without a key all of the table.
     */
    void select(P4RuntimeOuterClass.TableEntry request, BiConsumer<TableInfo, TableEntry> out) {
        if (request.getTableId() == 0) {
            refuseSelection(request);
            for (TableInfo table : index.tables().values()) {
                table(table).entries().forEach(entry -> out.accept(table, entry));
            }
            return;
        }
        TableInfo info = index.table(request.getTableId());
        TableControl table = table(info);
        Predicate<EntryAction> action = selectedAction(request, info);
        List<MatchKey> match =
                request.getMatchCount() == 0
                        ? null
                        : MatchCodec.decode(info.key(), request.getMatchList());
        Predicate<TableEntry> selected = entry -> action.test(entry.action());
        if (match != null && info.needsPriority() == (request.getPriority() != 0)) {
            table.get(match, request.getPriority())
                    .filter(selected)
                    .ifPresent(entry -> out.accept(info, entry));
            return;
        }
        for (TableEntry entry : table.entries()) {
            if ((match == null || match.equals(MatchCodec.canonical(info.key(), entry.match())))
                    && (request.getPriority() == 0 || request.getPriority() == entry.priority())
                    && selected.test(entry)) {
                out.accept(info, entry);
            }
        }
    }

    /** Refuses a request that is about all tables, but selects by other fields. */
    static void refuseSelection(P4RuntimeOuterClass.TableEntry request) {
        if (request.getMatchCount() > 0
                || request.hasAction()
                || request.getPriority() != 0
                || !EntryNotes.Note.of(request).equals(EntryNotes.Note.NONE)) {
            throw RequestException.invalid(
                    "table_id: not given, so that no other field can select");
        }
    }

    /**
     * The actions that a client's request for entries of a table selects; all if it names none.
     *
     * @throws RequestException INVALID_ARGUMENT if the table has no such action
     */
    static Predicate<EntryAction> selectedAction(
            P4RuntimeOuterClass.TableEntry request, TableInfo info) {
        if (!request.hasAction()) {
            return action -> true;
        }
        if (!request.getAction().hasAction()) {
            throw RequestException.invalid(
                    "table " + info.name() + ", action: entries are selected by action only");
        }
        String name = info.actionName(request.getAction().getAction().getActionId());
        return action -> action instanceof ActionCall call && call.name().equals(name);
    }

    /** The table whose default action a client writes. */
    TableInfo defaultOf(P4RuntimeOuterClass.TableEntry entry) {
        if (entry.getMatchCount() > 0 || entry.getPriority() != 0) {
            throw RequestException.invalid(
                    "is_default_action: the default action has no match and no priority");
        }
        return index.table(entry.getTableId());
    }

    /** The tables whose default actions a client's request selects; all without a table id. */
    Collection<TableInfo> defaultsOf(P4RuntimeOuterClass.TableEntry request) {
        return request.getTableId() == 0 ? index.tables().values() : List.of(defaultOf(request));
    }

    /** Refuses a request for one entry's resource where there is no such entry. */
    void requireFound(boolean found, P4RuntimeOuterClass.TableEntry request) {
        if (!found && request.getMatchCount() > 0) {
            throw RequestException.notFound(
                    "table " + index.table(request.getTableId()).name() + ": no such entry");
        }
    }
}
