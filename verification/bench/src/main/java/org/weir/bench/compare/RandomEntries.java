// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Pipeline;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.Table;

/**
 * Random entries for all tables of a program: all kinds of match, all actions, priorities in random
 * order, members and groups, and default actions.
 */
final class RandomEntries {

    private static final int MEMBERS = 12;
    private static final int GROUPS = 6;
    private static final int MOST_IN_GROUP = 5;

    private final SwitchControl control;
    private final Program program;
    private final FieldValues values;
    private final Random random;

    RandomEntries(SwitchControl control, Program program, FieldValues values, Random random) {
        this.control = control;
        this.program = program;
        this.values = values;
        this.random = random;
    }

    /** Fills all tables that take entries with up to a number of them each. */
    void fill(int entriesPerTable) {
        for (ActionProfileControl profile : control.actionProfiles()) {
            fill(profile);
        }
        for (TableControl table : control.tables()) {
            if (values.isLeftOut(table.name())) {
                continue;
            }
            if (!table.isConst() && !table.matchFields().isEmpty()) {
                fill(table, (int) Math.min(entriesPerTable, table.maxSize()));
            }
            if (random.nextBoolean()) {
                setDefault(table);
            }
        }
    }

    private Table declared(String table) {
        for (Pipeline pipeline : List.of(program.ingress(), program.egress())) {
            for (Table each : pipeline.tables()) {
                if (each.name().equals(table)) {
                    return each;
                }
            }
        }
        throw new IllegalArgumentException("no table " + table);
    }

    private ActionCall action(List<Action> all) {
        List<Action> actions = all.stream().filter(one -> !values.isLeftOut(one.name())).toList();
        Action action = actions.get(random.nextInt(actions.size()));
        // Fewer that end a packet's way, so that tables further on are met too.
        if ((action.name().endsWith("drop") || action.name().endsWith("deny"))
                && random.nextInt(4) != 0) {
            action = actions.get(random.nextInt(actions.size()));
        }
        List<byte[]> parameters = new ArrayList<>();
        for (Action.Parameter parameter : action.parameters()) {
            parameters.add(
                    bytes(
                            values.pick(parameter.name(), parameter.bitWidth(), random),
                            parameter.bitWidth()));
        }
        return new ActionCall(action.name(), parameters);
    }

    private void fill(ActionProfileControl profile) {
        List<Action> actions = new ArrayList<>();
        for (Pipeline pipeline : List.of(program.ingress(), program.egress())) {
            for (Table table : pipeline.tables()) {
                if (profile.name().equals(table.profile()) && actions.isEmpty()) {
                    actions.addAll(table.actions());
                }
            }
        }
        for (int member = 1; member <= MEMBERS; member++) {
            profile.insertMember(member, action(actions));
        }
        for (int group = 1; profile.hasSelector() && group <= GROUPS; group++) {
            List<Integer> members = new ArrayList<>();
            for (int member = 1; member <= MEMBERS; member++) {
                members.add(member);
            }
            Collections.shuffle(members, random);
            profile.insertGroup(
                    group,
                    members.subList(0, 1 + random.nextInt(MOST_IN_GROUP)).stream()
                            .map(member -> new ActionProfileControl.WeightedMember(member, 1))
                            .toList());
        }
    }

    private EntryAction entryAction(TableControl table) {
        if (table.actionProfile().isEmpty()) {
            return action(declared(table.name()).actions());
        }
        if (table.actionProfile().get().hasSelector() && random.nextInt(4) != 0) {
            return new EntryAction.Group(1 + random.nextInt(GROUPS));
        }
        return new EntryAction.Member(1 + random.nextInt(MEMBERS));
    }

    private void fill(TableControl table, int entries) {
        List<Integer> priorities = new ArrayList<>();
        for (int i = 1; i <= entries; i++) {
            priorities.add(i);
        }
        Collections.shuffle(priorities, random);
        for (int i = 0; i < entries; i++) {
            List<MatchKey> match = new ArrayList<>();
            for (MatchField field : table.matchFields()) {
                match.add(values.isLeftOut(field.name()) ? MatchKey.ANY : key(field));
            }
            try {
                table.insert(
                        new TableEntry(
                                match,
                                table.needsPriority() ? priorities.get(i) : 0,
                                entryAction(table)));
            } catch (ControlException e) {
                if (e.reason() != ControlException.Reason.ALREADY_EXISTS) {
                    throw e;
                }
            }
        }
    }

    private void setDefault(TableControl table) {
        try {
            table.setDefaultAction(entryAction(table));
        } catch (ControlException e) {
            // The program's default is constant: nothing to set.
            if (table.isDefaultActionInitial()) {
                return;
            }
            throw e;
        }
    }

    private MatchKey key(MatchField field) {
        int bits = field.bitWidth();
        BigInteger value = values.pick(field.name(), bits, random);
        BigInteger all = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        switch (field.kind()) {
            case EXACT:
                return new MatchKey.Exact(bytes(value, bits));
            case LPM:
                int prefix = random.nextInt(bits + 1);
                BigInteger kept = all.shiftRight(bits - prefix).shiftLeft(bits - prefix);
                return prefix == 0
                        ? MatchKey.ANY
                        : new MatchKey.Lpm(bytes(value.and(kept), bits), prefix);
            case RANGE:
                BigInteger other = values.pick(field.name(), bits, random);
                if (random.nextInt(3) == 0) {
                    return MatchKey.ANY;
                }
                return new MatchKey.Range(
                        bytes(value.min(other), bits), bytes(value.max(other), bits));
            case OPTIONAL:
                return random.nextBoolean()
                        ? MatchKey.ANY
                        : new MatchKey.Optional(bytes(value, bits));
            default:
                BigInteger mask = mask(bits, all);
                return mask.signum() == 0
                        ? MatchKey.ANY
                        : new MatchKey.Ternary(bytes(value.and(mask), bits), bytes(mask, bits));
        }
    }

    private BigInteger mask(int bits, BigInteger all) {
        switch (random.nextInt(6)) {
            case 0:
                return all;
            case 1:
                return all.shiftLeft(random.nextInt(bits)).and(all);
            case 2:
                // A few bits that must be as in the value.
                return BigInteger.ONE.shiftLeft(random.nextInt(bits));
            default:
                return BigInteger.ZERO;
        }
    }

    private static byte[] bytes(BigInteger value, int bitWidth) {
        byte[] bytes = new byte[(bitWidth + 7) / 8];
        byte[] signed = value.toByteArray();
        int copied = Math.min(signed.length, bytes.length);
        System.arraycopy(signed, signed.length - copied, bytes, bytes.length - copied, copied);
        return bytes;
    }
}
