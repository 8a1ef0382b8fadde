// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.controlplane.table.ValueSetControl;
import org.weir.runner.stock.StockException;
import org.weir.runner.stock.ThriftStruct;

/**
 * Gives a {@code simple_switch} the entries, members, sessions, groups, meters and registers that a
 * switch of ours has, and compares what both have counted. Both must run the same program, and the
 * stock one must be as it was started.
 */
public final class StockState {

    /** Ours: higher wins. BMv2: lower wins. */
    private static final int LOWEST_PRIORITY = 1 << 30;

    private final SwitchControl ours;
    private final StockControl stock;
    private final Map<String, Map<TableEntry, Integer>> entryHandles = new HashMap<>();
    private final Map<String, Map<Integer, Integer>> memberHandles = new HashMap<>();
    private final Map<String, Map<Integer, Integer>> groupHandles = new HashMap<>();

    /** Makes a comparison of two switches with the same program. */
    public StockState(SwitchControl ours, StockControl stock) {
        this.ours = ours;
        this.stock = stock;
    }

    /** Writes the whole state; returns how many table entries there are. */
    public int copy() throws StockException {
        for (ActionProfileControl profile : ours.actionProfiles()) {
            copyProfile(profile);
        }
        int entries = 0;
        for (TableControl table : ours.tables()) {
            entries += copyTable(table);
        }
        for (Map.Entry<Integer, List<Replica>> group : ours.multicastGroups().entrySet()) {
            copyGroup(group.getKey(), group.getValue());
        }
        for (Map.Entry<Integer, MirrorSession> session : ours.mirrorSessions().entrySet()) {
            copySession(session.getKey(), session.getValue());
        }
        for (ValueSetControl set : ours.valueSets()) {
            copyValueSet(set);
        }
        for (MeterControl meter : ours.meters()) {
            for (int i = 0; i < meter.size(); i++) {
                var config = meter.config(i);
                if (config.isPresent()) {
                    stock.setMeter(meter.name(), i, config.get());
                }
            }
        }
        for (RegisterControl register : ours.registers()) {
            for (int i = 0; i < register.size(); i++) {
                long value = low64(register.read(i));
                if (value != 0) {
                    stock.writeRegister(register.name(), i, value);
                }
            }
        }
        return entries;
    }

    private void copyValueSet(ValueSetControl set) throws StockException {
        for (List<MatchKey> member : set.members()) {
            int bits = set.fieldBits().stream().mapToInt(Integer::intValue).sum();
            BigInteger value = BigInteger.ZERO;
            for (int i = 0; i < member.size(); i++) {
                if (!(member.get(i) instanceof MatchKey.Exact exact)) {
                    throw new StockException(
                            "value set %s: %s: simple_switch knows exact members only"
                                    .formatted(set.name(), member));
                }
                value =
                        value.shiftLeft(set.fieldBits().get(i))
                                .or(new BigInteger(1, exact.value()));
            }
            stock.addToValueSet(set.name(), wide(value.toByteArray(), (bits + 7) / 8));
        }
    }

    private void copyProfile(ActionProfileControl profile) throws StockException {
        Map<Integer, Integer> members = new HashMap<>();
        Map<Integer, Integer> groups = new HashMap<>();
        memberHandles.put(profile.name(), members);
        groupHandles.put(profile.name(), groups);
        for (Map.Entry<Integer, ActionCall> member : profile.members().entrySet()) {
            ActionCall action = member.getValue();
            members.put(
                    member.getKey(),
                    stock.addMember(profile.name(), action.name(), action.parameters()));
        }
        for (var group : profile.groups().entrySet()) {
            int handle = stock.createGroup(profile.name());
            groups.put(group.getKey(), handle);
            for (ActionProfileControl.WeightedMember member : group.getValue()) {
                if (member.weight() != 1) {
                    throw new StockException(
                            "action profile %s: group %d: member %d has weight %d; a group of simple_switch holds a member only once"
                                    .formatted(
                                            profile.name(),
                                            group.getKey(),
                                            member.memberId(),
                                            member.weight()));
                }
                stock.addMemberToGroup(profile.name(), members.get(member.memberId()), handle);
            }
        }
    }

    private int copyTable(TableControl table) throws StockException {
        Map<TableEntry, Integer> handles = new LinkedHashMap<>();
        entryHandles.put(table.name(), handles);
        if (!table.isDefaultActionInitial()) {
            setDefault(table, table.defaultAction());
        }
        int entries = 0;
        for (TableEntry entry : table.entries()) {
            entries++;
            if (entry.isConst()) {
                continue;
            }
            List<ThriftStruct> match = new ArrayList<>();
            for (int i = 0; i < entry.match().size(); i++) {
                match.add(match(table.matchFields().get(i), entry.match().get(i)));
            }
            int priority = table.needsPriority() ? LOWEST_PRIORITY - entry.priority() : 0;
            int handle = add(table, match, entry.action(), priority);
            handles.put(entry, handle);
            if (table.hasDirectMeter()) {
                var config = table.meterConfig(entry.match(), entry.priority());
                if (config.isPresent()) {
                    stock.setEntryMeter(table.name(), handle, config.get());
                }
            }
        }
        return entries;
    }

    private int add(TableControl table, List<ThriftStruct> match, EntryAction action, int priority)
            throws StockException {
        if (action instanceof EntryAction.Member member) {
            int handle = memberHandles.get(profile(table)).get(member.memberId());
            return stock.addMemberEntry(table.name(), match, handle, priority);
        } else if (action instanceof EntryAction.Group group) {
            int handle = groupHandles.get(profile(table)).get(group.groupId());
            return stock.addGroupEntry(table.name(), match, handle, priority);
        }
        ActionCall call = (ActionCall) action;
        return stock.addEntry(table.name(), match, call.name(), call.parameters(), priority);
    }

    private void setDefault(TableControl table, EntryAction action) throws StockException {
        if (action instanceof EntryAction.Member member) {
            stock.setDefaultMember(
                    table.name(), memberHandles.get(profile(table)).get(member.memberId()));
        } else if (action instanceof EntryAction.Group group) {
            stock.setDefaultGroup(
                    table.name(), groupHandles.get(profile(table)).get(group.groupId()));
        } else {
            ActionCall call = (ActionCall) action;
            stock.setDefaultAction(table.name(), call.name(), call.parameters());
        }
    }

    private static String profile(TableControl table) {
        return table.actionProfile().orElseThrow().name();
    }

    /** BmMatchParam: type, then one of exact, lpm, ternary, valid, range. */
    private static ThriftStruct match(MatchField field, MatchKey key) {
        int bytes = (field.bitWidth() + 7) / 8;
        byte[] zero = new byte[bytes];
        switch (field.kind()) {
            case LPM:
                if (key instanceof MatchKey.Lpm lpm) {
                    return param(1, ThriftStruct.of(wide(lpm.value(), bytes), lpm.prefixLength()));
                }
                return param(1, ThriftStruct.of(zero, 0));
            case TERNARY:
            case OPTIONAL:
                if (key instanceof MatchKey.Ternary ternary) {
                    return param(
                            2,
                            ThriftStruct.of(
                                    wide(ternary.value(), bytes), wide(ternary.mask(), bytes)));
                } else if (key instanceof MatchKey.Optional optional) {
                    return param(2, ThriftStruct.of(wide(optional.value(), bytes), ones(field)));
                }
                return param(2, ThriftStruct.of(zero, zero));
            case RANGE:
                if (key instanceof MatchKey.Range range) {
                    return param(
                            4,
                            ThriftStruct.of(wide(range.low(), bytes), wide(range.high(), bytes)));
                }
                return param(4, ThriftStruct.of(zero, ones(field)));
            default:
                return param(0, ThriftStruct.of(wide(((MatchKey.Exact) key).value(), bytes)));
        }
    }

    private static ThriftStruct param(int type, ThriftStruct value) {
        return new ThriftStruct().set(1, type).set(2 + type, value);
    }

    private static byte[] ones(MatchField field) {
        byte[] ones = new byte[(field.bitWidth() + 7) / 8];
        java.util.Arrays.fill(ones, (byte) -1);
        if (field.bitWidth() % 8 != 0) {
            ones[0] = (byte) ((1 << field.bitWidth() % 8) - 1);
        }
        return ones;
    }

    private static byte[] wide(byte[] value, int bytes) {
        byte[] wide = new byte[bytes];
        int copied = Math.min(value.length, bytes);
        System.arraycopy(value, value.length - copied, wide, bytes - copied, copied);
        return wide;
    }

    private void copyGroup(int groupId, List<Replica> replicas) throws StockException {
        int handle = stock.createMulticastGroup(groupId);
        Map<Integer, List<Integer>> ports = new TreeMap<>();
        for (Replica replica : replicas) {
            ports.computeIfAbsent(replica.instance(), instance -> new ArrayList<>())
                    .add(replica.port());
        }
        for (Map.Entry<Integer, List<Integer>> instance : ports.entrySet()) {
            stock.addReplicas(handle, instance.getKey(), instance.getValue());
        }
    }

    private void copySession(int sessionId, MirrorSession session) throws StockException {
        if (session.truncateBytes() != 0
                || session.replicas().size() != 1
                || session.replicas().get(0).instance() != 0) {
            throw new StockException(
                    "mirror session %d: only one whole clone to one port can be compared, because simple_switch's sessions know no more"
                            .formatted(sessionId));
        }
        stock.setMirrorSession(sessionId, session.replicas().get(0).port(), null);
    }

    private static long low64(byte[] value) {
        long low = 0;
        for (byte each : value) {
            low = low << 8 | (each & 0xff);
        }
        return low;
    }

    /**
     * Value of a register in its Thrift interface: a signed number of 64 bits, or the greatest of
     * them.
     */
    private static long asThrift(byte[] value) {
        return new BigInteger(1, value).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }

    /** Compares all counters, direct counters and registers; returns the differences. */
    public List<String> compare() throws StockException {
        List<String> differences = new ArrayList<>();
        for (CounterControl counter : ours.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                check(
                        differences,
                        "counter %s[%d]".formatted(counter.name(), i),
                        counter.read(i),
                        stock.readCounter(counter.name(), i));
            }
        }
        for (TableControl table : ours.tables()) {
            if (!table.hasDirectCounter()) {
                continue;
            }
            for (Map.Entry<TableEntry, Integer> entry : entryHandles.get(table.name()).entrySet()) {
                TableEntry key = entry.getKey();
                check(
                        differences,
                        "direct counter of %s %s".formatted(table.name(), key),
                        table.readCounter(key.match(), key.priority()),
                        stock.readEntryCounter(table.name(), entry.getValue()));
            }
        }
        for (RegisterControl register : ours.registers()) {
            List<Long> values = stock.readRegisters(register.name());
            for (int i = 0; i < register.size(); i++) {
                check(
                        differences,
                        "register %s[%d]".formatted(register.name(), i),
                        asThrift(register.read(i)),
                        values.get(i));
            }
        }
        return differences;
    }

    private static void check(List<String> differences, String what, Object ours, Object stock) {
        if (!ours.equals(stock)) {
            differences.add("%s: ours %s, simple_switch %s".formatted(what, ours, stock));
        }
    }
}
