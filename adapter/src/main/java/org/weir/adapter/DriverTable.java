// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import io.grpc.Status;
import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.rpc.RequestException;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.TableData;
import org.weir.tofino.bfrt.proto.TableKey;
import org.weir.tofino.bfrt.proto.Update;

/**
 * One match table of the drivers. What it holds is asked from the drivers each time, but for values
 * that they do not keep ({@link UnkeptParameters}).
 */
final class DriverTable implements TableControl {

    /** Key of the default entry among those remembered. */
    private static final TableKey DEFAULT = TableKey.getDefaultInstance();

    private final DriverLink link;
    private final String name;
    private final TableInfo info;
    private final EntryCodec codec;
    private final UnkeptParameters unkept;
    private boolean defaultChanged;

    DriverTable(DriverLink link, String name, TableInfo info) {
        this.link = link;
        this.name = name;
        this.info = info;
        codec = new EntryCodec(info);
        unkept = new UnkeptParameters(name);
    }

    /** Removes all entries and makes the default action the program's. */
    void clear() {
        if (!info.keys().isEmpty()) {
            link.write(what(), Update.Type.DELETE, entry().build());
        }
        unkept.forgetAll();
        try {
            resetDefaultAction();
        } catch (RequestException e) {
            // Of a default that the program declares constant, and which nobody has changed.
            if (e.code() == Status.Code.UNAVAILABLE) {
                throw e;
            }
        }
        defaultChanged = false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<MatchField> matchFields() {
        return EntryCodec.fields(info).stream()
                .map(
                        field ->
                                new MatchField(
                                        field.name(),
                                        switch (field.matchType()) {
                                            case "Exact" -> MatchKind.EXACT;
                                            case "LPM" -> MatchKind.LPM;
                                            case "Range" -> MatchKind.RANGE;
                                            default -> MatchKind.TERNARY;
                                        },
                                        field.widthBits()))
                .toList();
    }

    @Override
    public long maxSize() {
        return info.size();
    }

    @Override
    public List<String> actions() {
        return List.copyOf(info.actions());
    }

    @Override
    public boolean isConst() {
        return false;
    }

    @Override
    public void releaseEntries() {}

    @Override
    public void fixEntries() {}

    @Override
    public boolean needsPriority() {
        return EntryCodec.hasPriority(info);
    }

    @Override
    public Optional<ActionProfileControl> actionProfile() {
        return Optional.empty();
    }

    @Override
    public void insert(TableEntry entry) {
        put(Update.Type.INSERT, entry);
    }

    @Override
    public void modify(TableEntry entry) {
        put(Update.Type.MODIFY, entry);
    }

    private void put(Update.Type type, TableEntry entry) {
        ActionCall call = call(entry.action());
        TableKey key = codec.key(entry.match(), entry.priority());
        link.write(what(), type, entry().setKey(key).setData(codec.data(call)).build());
        if (unkept.wouldTell(call)) {
            read(entry.match(), entry.priority(), Source.DRIVER)
                    .ifPresent(told -> unkept.learn(call, codec.action(told.getData())));
        }
        unkept.remember(key, call);
    }

    @Override
    public void delete(List<MatchKey> match, int priority) {
        link.write(what(), Update.Type.DELETE, keyed(match, priority).build());
        unkept.forget(codec.key(match, priority));
    }

    @Override
    public Optional<TableEntry> get(List<MatchKey> match, int priority) {
        return read(match, priority, Source.DRIVER).map(this::asWritten);
    }

    private TableEntry asWritten(org.weir.tofino.bfrt.proto.TableEntry sent) {
        TableEntry told = codec.decode(sent);
        ActionCall action =
                unkept.restore(codec.key(told.match(), told.priority()), call(told.action()));
        return new TableEntry(told.match(), told.priority(), action);
    }

    private Optional<org.weir.tofino.bfrt.proto.TableEntry> read(
            List<MatchKey> match, int priority, Source source) {
        try {
            return link.read(what(), List.of(keyed(match, priority).build()), source).stream()
                    .findFirst();
        } catch (RequestException e) {
            if (e.code() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<TableEntry> entries() {
        if (info.keys().isEmpty()) {
            return List.of();
        }
        // The default entry comes with them.
        return link.read(what(), List.of(entry().build()), Source.DRIVER).stream()
                .filter(sent -> !sent.getIsDefaultEntry())
                .map(this::asWritten)
                .toList();
    }

    @Override
    public void setDefaultAction(EntryAction action) {
        ActionCall call = call(action);
        link.write(
                what() + ", default action",
                Update.Type.MODIFY,
                entry().setIsDefaultEntry(true).setData(codec.data(call)).build());
        if (unkept.wouldTell(call)) {
            unkept.learn(call, codec.action(readDefault(Source.DRIVER).getData()));
        }
        unkept.remember(DEFAULT, call);
        defaultChanged = true;
    }

    @Override
    public void resetDefaultAction() {
        link.write(
                what() + ", default action",
                Update.Type.DELETE,
                entry().setIsDefaultEntry(true).build());
        unkept.forget(DEFAULT);
        defaultChanged = false;
    }

    @Override
    public EntryAction defaultAction() {
        return unkept.restore(DEFAULT, codec.action(readDefault(Source.DRIVER).getData()));
    }

    private org.weir.tofino.bfrt.proto.TableEntry readDefault(Source source) {
        // The drivers send none where the program declares none.
        return link
                .read(
                        what() + ", default action",
                        List.of(entry().setIsDefaultEntry(true).build()),
                        source)
                .stream()
                .findFirst()
                .orElse(org.weir.tofino.bfrt.proto.TableEntry.getDefaultInstance());
    }

    @Override
    public boolean isDefaultActionInitial() {
        return !defaultChanged;
    }

    @Override
    public boolean hasIdleTimeout() {
        return false;
    }

    @Override
    public long sinceHitNs(List<MatchKey> match, int priority) {
        throw RequestException.unimplemented(what() + ", time_since_last_hit");
    }

    @Override
    public boolean hasDirectCounter() {
        return info.hasCommonField(CounterFields.PACKETS)
                || info.hasCommonField(CounterFields.BYTES);
    }

    @Override
    public CounterValue readCounter(List<MatchKey> match, int priority) {
        return read(match, priority, Source.HARDWARE)
                .map(sent -> CounterFields.decode(info, sent.getData()))
                .orElseThrow(() -> RequestException.notFound(what() + ": no such entry"));
    }

    @Override
    public void writeCounter(List<MatchKey> match, int priority, CounterValue value) {
        TableEntry entry =
                get(match, priority)
                        .orElseThrow(() -> RequestException.notFound(what() + ": no such entry"));
        TableData action = codec.data(call(entry.action()));
        link.write(
                what() + ", counter",
                Update.Type.MODIFY,
                keyed(match, priority).setData(CounterFields.add(info, action, value)).build());
    }

    @Override
    public CounterValue readDefaultCounter() {
        return CounterFields.decode(info, readDefault(Source.HARDWARE).getData());
    }

    @Override
    public void writeDefaultCounter(CounterValue value) {
        TableData action = codec.data(call(defaultAction()));
        link.write(
                what() + ", counter of the default action",
                Update.Type.MODIFY,
                entry().setIsDefaultEntry(true)
                        .setData(CounterFields.add(info, action, value))
                        .build());
    }

    @Override
    public boolean hasDirectMeter() {
        return false;
    }

    @Override
    public Optional<MeterConfig> meterConfig(List<MatchKey> match, int priority) {
        return Optional.empty();
    }

    @Override
    public void configureMeter(List<MatchKey> match, int priority, Optional<MeterConfig> config) {
        refuseMeter(config);
    }

    @Override
    public Optional<MeterConfig> defaultMeterConfig() {
        return Optional.empty();
    }

    @Override
    public void configureDefaultMeter(Optional<MeterConfig> config) {
        refuseMeter(config);
    }

    private void refuseMeter(Optional<MeterConfig> config) {
        if (config.isPresent()) {
            throw RequestException.unimplemented(what() + ", meter_config");
        }
    }

    private ActionCall call(EntryAction action) {
        if (action instanceof ActionCall call) {
            return call;
        }
        throw RequestException.unimplemented(what() + ", action: action profiles");
    }

    private org.weir.tofino.bfrt.proto.TableEntry.Builder entry() {
        return org.weir.tofino.bfrt.proto.TableEntry.newBuilder().setTableId(info.id());
    }

    private org.weir.tofino.bfrt.proto.TableEntry.Builder keyed(
            List<MatchKey> match, int priority) {
        TableKey key = codec.key(match, priority);
        return entry().setKey(key);
    }

    private String what() {
        return "table " + name;
    }
}
