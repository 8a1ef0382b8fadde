// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.action.ActionProgram;
import org.weir.tofino.model.action.ActionRun;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.attached.AttachedTable;
import org.weir.tofino.model.attached.CounterTable;
import org.weir.tofino.model.attached.StatefulTable;

/** A table of a stage: gateway, match, action. */
public final class LogicalTable {

    /** An entry as this stage matches it. */
    private record Placed(TableEntry entry, CompiledKey key, ActionProgram action, long[] data) {}

    public final int line;
    public final String name;
    public final int logicalId;
    public final int stage;
    private final LogicalTableReader from;
    private final List<Placed> entries = new ArrayList<>();
    private final long[] defaultData;

    /** Constant data of the actions that a gateway's payload asks for. */
    private final Map<ActionProgram, long[]> dataOfConstants = new HashMap<>();

    LogicalTable(LogicalTableReader from) {
        this.from = from;
        line = from.line;
        name = from.name;
        logicalId = from.logicalId;
        stage = from.stage;
        defaultData =
                from.defaultAction == null
                        ? null
                        : from.defaultAction.data.encode(from.defaultParameters);
    }

    /** The table's name in P4, or null for a bare gateway. */
    public String p4Name() {
        return from.p4Name;
    }

    public List<KeyField> keys() {
        return from.keys;
    }

    List<TableEntry> staticEntries() {
        return from.staticEntries;
    }

    ActionProgram action(String action) {
        ActionProgram program = from.actions.get(action);
        if (program == null) {
            throw new IllegalArgumentException(p4Name() + " has no action " + action);
        }
        return program;
    }

    /** Puts in these entries, the first that matches first, in the place of all there are. */
    void setEntries(List<TableEntry> inOrder) {
        List<Placed> placed = new ArrayList<>();
        for (TableEntry entry : inOrder) {
            CompiledKey.Builder key = new CompiledKey.Builder();
            Map<String, KeyMatch> open = new LinkedHashMap<>(entry.match());
            for (KeyField field : from.keys) {
                field.compile(open.remove(field.name()), key);
            }
            if (!open.isEmpty()) {
                throw new IllegalArgumentException(p4Name() + " has no keys " + open.keySet());
            }
            ActionProgram action = action(entry.action());
            if (action.code < 0) {
                throw new IllegalArgumentException(entry.action() + " is for the default only");
            }
            CompiledKey compiled = key.build();
            if (from.staticEntries.contains(entry)) {
                // p4c writes 0 &&& MASK of the source as 0 with all bits in the mask.
                compiled.forgetUnwired(from.crossbar);
            }
            if (!compiled.isWired(from.crossbar)) {
                throw new AssemblyException(line, name + " has no wires for what an entry asks");
            }
            placed.add(new Placed(entry, compiled, action, action.data.encode(entry.parameters())));
        }
        entries.clear();
        entries.addAll(placed);
    }

    /** Runs the table on a packet; returns the name of the next. */
    public String run(StageRun run) {
        if (from.gateway != null) {
            String next = from.gateway.next(run.in());
            if (next != null) {
                putOnResultBus(run, from.gateway);
                return next;
            }
        }
        if (!from.matches) {
            // Without a match there is nothing but zeros on the result's bus.
            putOnResultBus(run, null);
            return from.miss;
        }
        for (Placed placed : entries) {
            if (placed.key.matches(run.in())) {
                execute(
                        run,
                        placed.action,
                        placed.data,
                        placed.entry,
                        placed.action.calls.keySet(),
                        null);
                return placed.action.nextTable != null
                        ? placed.action.nextTable
                        : from.hit.get(Math.max(placed.action.nextIndex, 0));
            }
        }
        if (from.defaultAction != null) {
            execute(
                    run,
                    from.defaultAction,
                    defaultData,
                    null,
                    from.defaultAction.calls.keySet(),
                    null);
        }
        return from.miss;
    }

    /**
     * @param payload the gateway whose payload takes the place of an entry's overhead, or null for
     *     zeros
     */
    private void putOnResultBus(StageRun run, Gateway payload) {
        ActionProgram action;
        if (from.actionInOverhead) {
            action = from.actionsByCode.get((int) field(payload, "action"));
        } else {
            action = from.defaultAction;
        }
        List<String> enabled = new ArrayList<>();
        for (AttachedCall call : from.calls) {
            if (call.enableField() == null || field(payload, call.enableField()) != 0) {
                enabled.add(call.table());
            }
        }
        long[] data = action == null ? null : dataWithoutEntry(action);
        execute(run, action, data, null, enabled, payload);
    }

    private long[] dataWithoutEntry(ActionProgram action) {
        return action == from.defaultAction
                ? defaultData
                : dataOfConstants.computeIfAbsent(
                        action, other -> other.data.encode(Map.<String, BigInteger>of()));
    }

    private static long field(Gateway payload, String name) {
        return payload == null ? 0 : payload.payload(name);
    }

    private void execute(
            StageRun run,
            ActionProgram action,
            long[] data,
            TableEntry entry,
            Iterable<String> enabled,
            Gateway payload) {
        Map<String, Long> outputs = new HashMap<>();
        for (String table : enabled) {
            AttachedCall call = from.call(table);
            AttachedTable attached = from.attached.get(table);
            if (attached instanceof CounterTable counter) {
                count(run, call, counter, entry);
            } else if (attached instanceof StatefulTable stateful) {
                outputs.put(table, executeStateful(run, call, stateful, action, payload));
            } else {
                throw new AssemblyException(call.line(), "no table " + table);
            }
        }
        if (action != null) {
            run.execute(action, new ActionRun(data, outputs));
        }
    }

    private static void count(
            StageRun run, AttachedCall call, CounterTable counter, TableEntry entry) {
        if (call.hash() != null) {
            counter.count(call.line(), call.hash().value(run.in()), run.packetBytes());
        } else if (entry != null) {
            entry.count(run.packetBytes() + counter.bytesAdjust());
        }
    }

    private long executeStateful(
            StageRun run,
            AttachedCall call,
            StatefulTable stateful,
            ActionProgram action,
            Gateway payload) {
        String program = action == null ? null : action.calls.get(call.table());
        if (program == null) {
            throw new AssemblyException(
                    call.line(), "no action says which program of " + call.table() + " runs");
        }
        if (call.typeField() != null && payload != null) {
            // The lowest bit says that it is a stateful ALU, the others which instruction.
            long type = payload.payload(call.typeField());
            if (type != (stateful.programIndex(call.line(), program) << 1 | 1)) {
                throw new AssemblyException(
                        call.line(), "the payload does not ask for " + program + " but " + type);
            }
        }
        if (call.hash() == null) {
            throw new AssemblyException(call.line(), "the model knows no direct registers");
        }
        return stateful.execute(call.line(), program, call.hash().value(run.in()), run.in());
    }
}
