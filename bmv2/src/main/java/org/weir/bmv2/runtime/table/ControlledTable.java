// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ControlException.Reason;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.runtime.state.ControlledMeter;
import org.weir.bmv2.runtime.state.Meter;
import org.weir.bmv2.time.Timeline;

/** A table as the control plane sees it; checks everything before it changes anything. */
public final class ControlledTable implements TableControl {

    private final MatchTable table;
    private final Table model;
    private final List<MatchField> fields = new ArrayList<>();
    private final EntryActions actions;
    private final ControlledProfile profile;
    private final Timeline timeline;
    private final IdleTimers idleTimers;
    private final boolean needsPriority;
    private EntryAction defaultAction;
    private boolean isDefaultInitial;
    private boolean isConst;

    /** A table with the entries and the default of the program. */
    public ControlledTable(
            MatchTable table, ControlledProfile profile, Timeline timeline, IdleTimers idleTimers) {
        this.table = table;
        this.model = table.model();
        this.isConst = model.isConst();
        this.profile = profile;
        this.timeline = timeline;
        this.idleTimers = idleTimers;
        this.actions = new EntryActions(model, profile);
        for (Table.Key key : model.key()) {
            fields.add(new MatchField(key.name(), key.kind(), key.field().type().bitWidth()));
        }
        this.needsPriority = fields.stream().anyMatch(field -> field.kind().needsPriority());
        if (profile != null) {
            profile.usedBy(table);
        }
        if (model.directMeter() != null) {
            table.defaultEntry.meter = new Meter();
        }
        resetDefault();
        int last =
                model.constEntries().stream().mapToInt(Table.ConstEntry::priority).max().orElse(0);
        for (Table.ConstEntry entry : model.constEntries()) {
            addConst(entry, last);
        }
    }

    /**
     * Adds an entry of the program.
     *
     * @param last the highest number of an entry. The program's lowest number wins, P4Runtime's
     *     highest priority: N entries that the program numbers from 1 have priorities from N to 1.
     */
    private void addConst(Table.ConstEntry entry, int last) {
        MatchKeys keys = new MatchKeys(table, ConstMatches.keys(entry.match(), fields));
        int priority = needsPriority ? last - entry.priority() + 1 : 0;
        Entry added = newEntry(keys, priority);
        added.action = ActionCalls.data(entry.action(), entry.arguments());
        added.isConst = true;
        table.add(added);
    }

    private Entry newEntry(MatchKeys keys, int priority) {
        Entry entry = keys.entry(priority);
        if (model.directMeter() != null) {
            entry.meter = new Meter();
        }
        return entry;
    }

    private void resetDefault() {
        Entry entry = table.defaultEntry;
        entry.group = null;
        actions.release(entry);
        entry.action =
                model.defaultAction() == null
                        ? null
                        : ActionCalls.data(model.defaultAction(), model.defaultArguments());
        defaultAction = entry.action == null ? ActionCall.of("NoAction") : entry.action.call();
        isDefaultInitial = true;
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public List<MatchField> matchFields() {
        return List.copyOf(fields);
    }

    @Override
    public long maxSize() {
        return model.maxSize();
    }

    @Override
    public List<String> actions() {
        return actions.names();
    }

    @Override
    public boolean isConst() {
        return isConst;
    }

    @Override
    public void releaseEntries() {
        isConst = false;
        for (Entry entry : table.entries()) {
            entry.isConst = false;
        }
    }

    @Override
    public void fixEntries() {
        isConst = true;
    }

    @Override
    public boolean needsPriority() {
        return needsPriority;
    }

    @Override
    public Optional<ActionProfileControl> actionProfile() {
        return Optional.ofNullable(profile);
    }

    @Override
    public void insert(TableEntry wanted) {
        checkWritable();
        MatchKeys keys = keys(wanted.match(), wanted.priority());
        Entry entry = newEntry(keys, wanted.priority());
        if (table.same(entry) != null) {
            throw refusal(Reason.ALREADY_EXISTS, "has an entry already for " + wanted.match());
        }
        if (table.size() >= model.maxSize()) {
            throw refusal(
                    Reason.RESOURCE_EXHAUSTED, "is full with " + model.maxSize() + " entries");
        }
        checkIdleTimeout(wanted);
        actions.set(entry, wanted.action());
        entry.lastHitNs = timeline.nowNs();
        table.add(entry);
        startTimer(entry, wanted.idleTimeoutNs());
    }

    @Override
    public void modify(TableEntry wanted) {
        checkWritable();
        Entry entry = existing(wanted.match(), wanted.priority());
        checkIdleTimeout(wanted);
        actions.set(entry, wanted.action());
        startTimer(entry, wanted.idleTimeoutNs());
    }

    @Override
    public void delete(List<MatchKey> match, int priority) {
        checkWritable();
        Entry entry = existing(match, priority);
        table.remove(entry);
        actions.release(entry);
        idleTimers.stop(entry);
    }

    @Override
    public Optional<TableEntry> get(List<MatchKey> match, int priority) {
        return Optional.ofNullable(find(match, priority)).map(this::described);
    }

    @Override
    public List<TableEntry> entries() {
        List<TableEntry> entries = new ArrayList<>(table.size());
        table.entries().forEach(entry -> entries.add(described(entry)));
        return entries;
    }

    @Override
    public void setDefaultAction(EntryAction action) {
        if (model.isDefaultConst()) {
            throw refusal(Reason.PERMISSION_DENIED, "its default action is constant");
        }
        actions.set(table.defaultEntry, action);
        defaultAction = EntryActions.of(table.defaultEntry);
        isDefaultInitial = false;
    }

    @Override
    public void resetDefaultAction() {
        resetDefault();
    }

    @Override
    public EntryAction defaultAction() {
        return defaultAction;
    }

    @Override
    public boolean isDefaultActionInitial() {
        return isDefaultInitial;
    }

    @Override
    public boolean hasIdleTimeout() {
        return model.withIdleTimeout();
    }

    @Override
    public long sinceHitNs(List<MatchKey> match, int priority) {
        if (!model.withIdleTimeout()) {
            throw refusal(Reason.INVALID, "the program declares no idle timeout");
        }
        return timeline.nowNs() - existing(match, priority).lastHitNs;
    }

    @Override
    public boolean hasDirectCounter() {
        return model.withCounters();
    }

    @Override
    public CounterValue readCounter(List<MatchKey> match, int priority) {
        Entry entry = counted(match, priority);
        return new CounterValue(entry.packets, entry.bytes);
    }

    @Override
    public void writeCounter(List<MatchKey> match, int priority, CounterValue value) {
        Entry entry = counted(match, priority);
        entry.packets = value.packets();
        entry.bytes = value.bytes();
    }

    private Entry counted(List<MatchKey> match, int priority) {
        requireCounter();
        return existing(match, priority);
    }

    private void requireCounter() {
        if (!model.withCounters()) {
            throw refusal(Reason.INVALID, "has no direct counter");
        }
    }

    @Override
    public CounterValue readDefaultCounter() {
        requireCounter();
        return new CounterValue(table.defaultEntry.packets, table.defaultEntry.bytes);
    }

    @Override
    public void writeDefaultCounter(CounterValue value) {
        requireCounter();
        table.defaultEntry.packets = value.packets();
        table.defaultEntry.bytes = value.bytes();
    }

    @Override
    public boolean hasDirectMeter() {
        return model.directMeter() != null;
    }

    @Override
    public Optional<MeterConfig> meterConfig(List<MatchKey> match, int priority) {
        return Optional.ofNullable(metered(match, priority).meter.config());
    }

    @Override
    public void configureMeter(List<MatchKey> match, int priority, Optional<MeterConfig> config) {
        configure(metered(match, priority), config);
    }

    @Override
    public Optional<MeterConfig> defaultMeterConfig() {
        requireMeter();
        return Optional.ofNullable(table.defaultEntry.meter.config());
    }

    @Override
    public void configureDefaultMeter(Optional<MeterConfig> config) {
        requireMeter();
        configure(table.defaultEntry, config);
    }

    private void configure(Entry entry, Optional<MeterConfig> config) {
        config.ifPresent(
                rates -> ControlledMeter.check(rates, "table " + model.name() + ", direct meter"));
        entry.meter.configure(config.orElse(null), timeline.nowNs());
    }

    private Entry metered(List<MatchKey> match, int priority) {
        requireMeter();
        return existing(match, priority);
    }

    private void requireMeter() {
        if (!hasDirectMeter()) {
            throw refusal(Reason.INVALID, "has no direct meter");
        }
    }

    private void checkWritable() {
        if (isConst) {
            throw refusal(Reason.PERMISSION_DENIED, "its entries are constant");
        }
        if (fields.isEmpty()) {
            throw refusal(Reason.INVALID, "has no key, so no entries");
        }
    }

    private void checkIdleTimeout(TableEntry wanted) {
        if (wanted.idleTimeoutNs() < 0) {
            throw refusal(Reason.INVALID, "an idle timeout must not be negative");
        }
        if (wanted.idleTimeoutNs() > 0 && !model.withIdleTimeout()) {
            throw refusal(Reason.INVALID, "the program declares no idle timeout");
        }
    }

    private MatchKeys keys(List<MatchKey> match, int priority) {
        if (needsPriority && priority < 1) {
            throw refusal(
                    Reason.INVALID, "an entry needs a priority of at least 1, not " + priority);
        }
        if (!needsPriority && priority != 0) {
            throw refusal(
                    Reason.INVALID,
                    "no field is matched by mask or range: priority must be 0, not " + priority);
        }
        return new MatchKeys(table, match);
    }

    private Entry find(List<MatchKey> match, int priority) {
        MatchKeys keys = keys(match, priority);
        return table.same(keys.entry(priority));
    }

    private Entry existing(List<MatchKey> match, int priority) {
        Entry entry = find(match, priority);
        if (entry == null) {
            throw refusal(Reason.NOT_FOUND, "has no entry for " + match);
        }
        return entry;
    }

    private void startTimer(Entry entry, long timeoutNs) {
        idleTimers.stop(entry);
        if (timeoutNs > 0) {
            idleTimers.start(model.name(), entry, described(entry, timeoutNs));
        }
    }

    /** An entry as the control plane sees it. */
    private TableEntry described(Entry entry) {
        return described(entry, IdleTimers.timeoutNs(entry));
    }

    private TableEntry described(Entry entry, long idleTimeoutNs) {
        return new TableEntry(
                MatchKeys.of(entry, table.layout()),
                needsPriority ? entry.priority : 0,
                EntryActions.of(entry),
                entry.isConst,
                idleTimeoutNs);
    }

    private ControlException refusal(Reason reason, String rule) {
        return new ControlException(reason, "table " + model.name() + ": " + rule);
    }
}
