// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.Optional;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.rpc.RequestException;

/**
 * The counter and the meter of a table entry or of a default action (P4Runtime specification 1.4,
 * "Direct Resources").
 *
 * @param counter the counter's value; empty where there is none or it is to stay as it is
 * @param meter the meter's rates; empty where there are none
 */
record DirectResources(Optional<CounterValue> counter, Optional<MeterConfig> meter) {

    static final DirectResources NONE = new DirectResources(Optional.empty(), Optional.empty());

    /**
     * Reads the counter and meter that a client gives with an entry.
     *
     * @throws RequestException INVALID_ARGUMENT naming the table and the field
     */
    static DirectResources of(TableEntry entry, TableInfo table, P4InfoIndex index) {
        String what = "table " + table.name();
        ResourceCodec.refuseColourCounters(entry.hasMeterCounterData(), what);
        Optional<CounterValue> counter = Optional.empty();
        if (entry.hasCounterData()) {
            counter =
                    Optional.of(
                            ResourceCodec.decode(
                                    entry.getCounterData(),
                                    index.directCounterUnit(table)
                                            .orElseThrow(
                                                    () -> lacks(what, "counter_data", "counter")),
                                    what));
        }
        Optional<MeterConfig> meter = Optional.empty();
        if (entry.hasMeterConfig()) {
            meter =
                    Optional.of(
                            ResourceCodec.decode(
                                    entry.getMeterConfig(),
                                    index.directMeterType(table)
                                            .orElseThrow(
                                                    () -> lacks(what, "meter_config", "meter")),
                                    what));
        }
        return new DirectResources(counter, meter);
    }

    /** Counter and meter of an entry of the switch. */
    static DirectResources of(TableAccess.Key key, TableControl table) {
        return new DirectResources(
                table.hasDirectCounter()
                        ? Optional.of(table.readCounter(key.match(), key.priority()))
                        : Optional.empty(),
                table.hasDirectMeter()
                        ? table.meterConfig(key.match(), key.priority())
                        : Optional.empty());
    }

    /** Counter and meter of a table's default action. */
    static DirectResources ofDefault(TableControl table) {
        return new DirectResources(
                table.hasDirectCounter()
                        ? Optional.of(table.readDefaultCounter())
                        : Optional.empty(),
                table.hasDirectMeter() ? table.defaultMeterConfig() : Optional.empty());
    }

    /** Gives them to an entry; a counter that is not given stays as it is. */
    void writeTo(TableAccess.Key key, TableControl table) {
        if (table.hasDirectMeter()) {
            table.configureMeter(key.match(), key.priority(), meter);
        }
        counter.ifPresent(value -> table.writeCounter(key.match(), key.priority(), value));
    }

    /** Gives them to a table's default action; a counter that is not given stays as it is. */
    void writeToDefault(TableControl table) {
        if (table.hasDirectMeter()) {
            table.configureDefaultMeter(meter);
        }
        counter.ifPresent(table::writeDefaultCounter);
    }

    /** Puts into an entry that a client reads what it has asked for. */
    void addTo(TableEntry.Builder entry, TableEntry filter, TableInfo table, P4InfoIndex index) {
        if (filter.hasCounterData()) {
            index.directCounterUnit(table)
                    .ifPresent(
                            unit ->
                                    counter.ifPresent(
                                            value ->
                                                    entry.setCounterData(
                                                            ResourceCodec.encode(value, unit))));
        }
        if (filter.hasMeterConfig()) {
            meter.ifPresent(config -> entry.setMeterConfig(ResourceCodec.encode(config)));
        }
    }

    private static RequestException lacks(String what, String field, String resource) {
        return RequestException.invalid(what + ", " + field + ": it has no " + resource);
    }
}
