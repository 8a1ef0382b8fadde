// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Action;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ActionProfile;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Counter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.CounterSpec;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Digest;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.DirectCounter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.DirectMeter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Meter;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MeterSpec;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Preamble;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Register;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Table;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ValueSet;
import org.weir.bmv2.rpc.RequestException;

/** A program's P4Info, to be found by the ids that clients use. */
public final class P4InfoIndex {

    private final P4Info p4info;
    private final Program program;
    private final ValueTypes valueTypes;
    private final Map<Integer, String> nameById = new HashMap<>();
    private final Map<Integer, ActionInfo> actions;
    private final Map<Integer, TableInfo> tables;
    private final Map<Integer, ActionProfile> actionProfiles;
    private final Map<Integer, Counter> counters;
    private final Map<Integer, DirectCounter> directCounters;
    private final Map<Integer, Meter> meters;
    private final Map<Integer, DirectMeter> directMeters;
    private final Map<Integer, Register> registers;
    private final Map<Integer, Digest> digests;
    private final Map<Integer, ValueSet> valueSets;
    private final PortCodec portCodec;

    /**
     * Indexes a P4Info.
     *
     * @param program the program that it describes; it gives the widths of translated types in the
     *     data plane
     * @throws RequestException INVALID_ARGUMENT if it contradicts itself
     */
    public P4InfoIndex(P4Info p4info, Program program, Ports ports) {
        this.p4info = p4info;
        this.program = program;
        this.valueTypes = new ValueTypes(p4info, ports);
        actions =
                byId(
                        p4info.getActionsList(),
                        Action::getPreamble,
                        action -> new ActionInfo(action, valueTypes, parameterBits(action)));
        actionProfiles = byId(p4info.getActionProfilesList(), ActionProfile::getPreamble, p -> p);
        counters = byId(p4info.getCountersList(), Counter::getPreamble, c -> c);
        directCounters = byId(p4info.getDirectCountersList(), DirectCounter::getPreamble, c -> c);
        meters = byId(p4info.getMetersList(), Meter::getPreamble, m -> m);
        directMeters = byId(p4info.getDirectMetersList(), DirectMeter::getPreamble, m -> m);
        registers = byId(p4info.getRegistersList(), Register::getPreamble, r -> r);
        valueSets = byId(p4info.getValueSetsList(), ValueSet::getPreamble, v -> v);
        digests = byId(p4info.getDigestsList(), Digest::getPreamble, d -> d);
        tables =
                byId(
                        p4info.getTablesList(),
                        Table::getPreamble,
                        table -> new TableInfo(table, this, keyBits(table)));
        portCodec = valueTypes.portCodec();
    }

    public P4Info p4info() {
        return p4info;
    }

    public Program program() {
        return program;
    }

    public ValueTypes valueTypes() {
        return valueTypes;
    }

    /** True if clients see values as strings, whose numbers can run out. */
    public boolean hasNames() {
        return valueTypes.hasNames();
    }

    /**
     * Looks for the strings whose numbers the switch holds. To be called on the timeline's thread.
     *
     * @param reader reads all values that the switch holds, as clients see them
     */
    public HeldStrings heldStrings(HeldStrings.Reader reader) {
        return valueTypes.heldStrings(reader);
    }

    /**
     * Saves the numbers of all strings. To be called on the timeline's thread.
     *
     * @return gives strings their numbers of now again, once the requests that have used others
     *     have released them
     */
    public Runnable saveNumbers() {
        return valueTypes.saveNumbers();
    }

    public PortCodec portCodec() {
        return portCodec;
    }

    private List<Integer> parameterBits(Action action) {
        return program.actions().stream()
                .filter(one -> one.name().equals(action.getPreamble().getName()))
                .findFirst()
                .map(one -> one.parameters().stream().map(p -> p.bitWidth()).toList())
                .orElse(List.of());
    }

    private List<Integer> keyBits(Table table) {
        return Stream.of(program.ingress(), program.egress())
                .flatMap(pipeline -> pipeline.tables().stream())
                .filter(one -> one.name().equals(table.getPreamble().getName()))
                .findFirst()
                .map(one -> one.key().stream().map(k -> k.field().type().bitWidth()).toList())
                .orElse(List.of());
    }

    public Map<Integer, TableInfo> tables() {
        return tables;
    }

    public TableInfo table(int id) {
        return require(tables, id, "table_id");
    }

    public ActionInfo action(int id) {
        return require(actions, id, "action_id");
    }

    public Map<Integer, ActionProfile> actionProfiles() {
        return actionProfiles;
    }

    public ActionProfile actionProfile(int id) {
        return require(actionProfiles, id, "action_profile_id");
    }

    public Map<Integer, Counter> counters() {
        return counters;
    }

    public Counter counter(int id) {
        return require(counters, id, "counter_id");
    }

    public Optional<CounterSpec.Unit> directCounterUnit(TableInfo table) {
        return table.directResourceIds().stream()
                .filter(directCounters::containsKey)
                .findFirst()
                .map(id -> directCounters.get(id).getSpec().getUnit());
    }

    public Optional<MeterSpec.Type> directMeterType(TableInfo table) {
        return table.directResourceIds().stream()
                .filter(directMeters::containsKey)
                .findFirst()
                .map(id -> directMeters.get(id).getSpec().getType());
    }

    public Map<Integer, Meter> meters() {
        return meters;
    }

    public Meter meter(int id) {
        return require(meters, id, "meter_id");
    }

    public Map<Integer, Register> registers() {
        return registers;
    }

    public Register register(int id) {
        return require(registers, id, "register_id");
    }

    public Map<Integer, ValueSet> valueSets() {
        return valueSets;
    }

    public ValueSet valueSet(int id) {
        return require(valueSets, id, "value_set_id");
    }

    Map<Integer, Digest> digests() {
        return digests;
    }

    public Digest digest(int id) {
        return require(digests, id, "digest_id");
    }

    private <T> T require(Map<Integer, T> map, int id, String field) {
        T found = map.get(id);
        if (found == null) {
            String other = nameById.get(id);
            throw RequestException.invalid(
                    String.format(
                            "%s 0x%08x: %s",
                            field,
                            id,
                            other == null
                                    ? "not in the P4Info"
                                    : "that is " + other + " in the P4Info"));
        }
        return found;
    }

    private <P, T> Map<Integer, T> byId(
            Iterable<P> objects, Function<P, Preamble> preamble, Function<P, T> index) {
        Map<Integer, T> map = new LinkedHashMap<>();
        for (P object : objects) {
            int id = preamble.apply(object).getId();
            String name = preamble.apply(object).getName();
            if (id == 0) {
                throw RequestException.invalid("p4info: " + name + ": id is 0");
            }
            String other = nameById.put(id, name);
            if (other != null) {
                throw RequestException.invalid(
                        String.format(
                                "p4info: %s and %s have the same id 0x%08x", other, name, id));
            }
            map.put(id, index.apply(object));
        }
        return map;
    }
}
