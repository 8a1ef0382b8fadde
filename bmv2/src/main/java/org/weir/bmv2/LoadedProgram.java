// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.weir.bmv2.compiler.ProgramCompiler;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.ValueSetControl;
import org.weir.bmv2.extern.ExternModules;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.ActionProfile;
import org.weir.bmv2.program.CounterArray;
import org.weir.bmv2.program.MeterArray;
import org.weir.bmv2.program.Pipeline;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.RegisterArray;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.program.ValueSet;
import org.weir.bmv2.runtime.ProgramObjects;
import org.weir.bmv2.runtime.packet.CompiledProgram;
import org.weir.bmv2.runtime.packet.PacketPool;
import org.weir.bmv2.runtime.state.ControlledCounter;
import org.weir.bmv2.runtime.state.ControlledMeter;
import org.weir.bmv2.runtime.state.ControlledRegister;
import org.weir.bmv2.runtime.state.CounterBank;
import org.weir.bmv2.runtime.state.MeterBank;
import org.weir.bmv2.runtime.state.RegisterFile;
import org.weir.bmv2.runtime.table.ControlledProfile;
import org.weir.bmv2.runtime.table.ControlledTable;
import org.weir.bmv2.runtime.table.ControlledValueSet;
import org.weir.bmv2.runtime.table.IdleTimers;
import org.weir.bmv2.runtime.table.MatchTable;
import org.weir.bmv2.runtime.table.ValueSetMembers;
import org.weir.bmv2.time.Timeline;

/**
 * A program that runs or is ready to: its code, its packets, and its objects as the control plane
 * sees them.
 */
final class LoadedProgram implements SwitchControl.PreparedProgram {

    private final Switch owner;
    private final CompiledProgram code;
    private final PacketPool packets;
    private final IdleTimers idleTimers;
    private final Map<String, TableControl> tables = new LinkedHashMap<>();
    private final Map<String, CounterControl> counters = new LinkedHashMap<>();
    private final Map<String, MeterControl> meters = new LinkedHashMap<>();
    private final Map<String, RegisterControl> registers = new LinkedHashMap<>();
    private final Map<String, ControlledProfile> profiles = new LinkedHashMap<>();
    private final Map<String, ValueSetControl> valueSets = new LinkedHashMap<>();

    /** A program of a switch that is ready to run. May be made on any thread. */
    LoadedProgram(
            Switch owner,
            ProgramCompiler compiled,
            Timeline timeline,
            long seed,
            ExternModules modules,
            IntPredicate portUp,
            Consumer<IdleEntry> idleEntries)
            throws ProgramException {
        this.owner = owner;
        Program program = compiled.program();
        LongSupplier clockNs = timeline::nowNs;
        idleTimers = new IdleTimers(timeline, idleEntries);
        List<MatchTable> matchTables = new ArrayList<>();
        for (Pipeline pipeline : List.of(program.ingress(), program.egress())) {
            Map<String, ControlledProfile> own = profiles(pipeline, portUp);
            profiles.putAll(own);
            matchTables.addAll(tables(pipeline, own, timeline));
        }
        code =
                compiled.instantiate(
                        new ProgramObjects(
                                matchTables,
                                registers(program),
                                counters(program),
                                meters(program, clockNs),
                                valueSets(program),
                                compiled.externs(modules, clockNs),
                                clockNs,
                                seed));
        packets = new PacketPool(code);
    }

    private List<CounterBank> counters(Program program) {
        List<CounterBank> banks = new ArrayList<>();
        for (CounterArray array : program.counters()) {
            if (!array.isDirect()) {
                CounterBank bank = new CounterBank(array.name(), array.size());
                banks.add(bank);
                counters.put(array.name(), new ControlledCounter(bank));
            }
        }
        return banks;
    }

    private List<MeterBank> meters(Program program, LongSupplier clockNs) {
        List<MeterBank> banks = new ArrayList<>();
        for (MeterArray array : program.meters()) {
            if (!array.isDirect()) {
                MeterBank bank = new MeterBank(array.name(), array.size(), array.measuresBytes());
                banks.add(bank);
                meters.put(array.name(), new ControlledMeter(bank, clockNs));
            }
        }
        return banks;
    }

    private List<RegisterFile> registers(Program program) {
        List<RegisterFile> files = new ArrayList<>();
        for (RegisterArray array : program.registers()) {
            RegisterFile file = new RegisterFile(array.name(), array.size(), array.bitWidth());
            files.add(file);
            registers.put(array.name(), new ControlledRegister(file));
        }
        return files;
    }

    private List<ValueSetMembers> valueSets(Program program) {
        List<ValueSetMembers> all = new ArrayList<>();
        for (ValueSet set : program.valueSets()) {
            ValueSetMembers members = new ValueSetMembers(set);
            all.add(members);
            valueSets.put(set.name(), new ControlledValueSet(members));
        }
        return all;
    }

    private static Map<String, ControlledProfile> profiles(Pipeline pipeline, IntPredicate portUp) {
        Map<String, ControlledProfile> own = new LinkedHashMap<>();
        for (ActionProfile profile : pipeline.profiles()) {
            own.put(
                    profile.name(),
                    new ControlledProfile(profile, actionsOf(profile, pipeline), portUp));
        }
        return own;
    }

    private List<MatchTable> tables(
            Pipeline pipeline, Map<String, ControlledProfile> own, Timeline timeline)
            throws ProgramException {
        List<MatchTable> matchTables = new ArrayList<>();
        for (Table table : pipeline.tables()) {
            MatchTable matchTable = new MatchTable(table);
            matchTables.add(matchTable);
            ControlledProfile profile = table.profile() == null ? null : own.get(table.profile());
            if (table.profile() != null && profile == null) {
                throw new ProgramException(
                        table.path()
                                + ".action_profile: no action profile \""
                                + table.profile()
                                + "\"");
            }
            tables.put(
                    table.name(), new ControlledTable(matchTable, profile, timeline, idleTimers));
        }
        return matchTables;
    }

    private static Set<Action> actionsOf(ActionProfile profile, Pipeline pipeline) {
        Set<Action> actions = new LinkedHashSet<>();
        for (Table table : pipeline.tables()) {
            if (profile.name().equals(table.profile())) {
                actions.addAll(table.actions());
            }
        }
        return actions;
    }

    /** The switch that has prepared it. */
    Switch owner() {
        return owner;
    }

    CompiledProgram code() {
        return code;
    }

    PacketPool packets() {
        return packets;
    }

    Map<String, TableControl> tables() {
        return tables;
    }

    Map<String, CounterControl> counters() {
        return counters;
    }

    Map<String, MeterControl> meters() {
        return meters;
    }

    Map<String, RegisterControl> registers() {
        return registers;
    }

    Map<String, ActionProfileControl> profiles() {
        return Collections.unmodifiableMap(profiles);
    }

    /** Takes notice of ports that went up or down. */
    void portsChanged() {
        profiles.values().forEach(ControlledProfile::portsChanged);
    }

    /** Ends the activities that run without packets. */
    void stop() {
        idleTimers.stop();
    }

    Map<String, ValueSetControl> valueSets() {
        return valueSets;
    }
}
