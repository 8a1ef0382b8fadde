// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.program.CounterArray;
import org.weir.bmv2.program.MeterArray;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.Table;

/** The counters, meters and registers of a test, as BMv2's command line reads and writes them. */
final class StfObjects {

    /** Rates are in units per microsecond. */
    private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);

    private final Switch device;
    private final Program program;
    private final StfTables tables;
    private final Consumer<String> output;

    StfObjects(Switch device, Program program, StfTables tables, Consumer<String> output) {
        this.device = device;
        this.program = program;
        this.tables = tables;
        this.output = output;
    }

    /** Runs a command; returns whether it is one of these. */
    boolean run(StfStatement.Command command) throws StfException {
        List<String> arguments = command.arguments();
        switch (command.name()) {
            case "counter_read":
                require(command, arguments.size() == 2, "NAME INDEX");
                CounterValue read = readCounter(arguments.get(0), arguments.get(1));
                output.accept(
                        "%s[%s]= (%d bytes, %d packets)"
                                .formatted(
                                        arguments.get(0),
                                        arguments.get(1),
                                        read.bytes(),
                                        read.packets()));
                return true;
            case "counter_write":
                require(command, arguments.size() == 4, "NAME INDEX PACKETS BYTES");
                writeCounter(
                        arguments.get(0),
                        arguments.get(1),
                        new CounterValue(
                                StfValue.number(arguments.get(2)).longValue(),
                                StfValue.number(arguments.get(3)).longValue()));
                return true;
            case "register_read":
                require(command, arguments.size() == 1 || arguments.size() == 2, "NAME [INDEX]");
                readRegister(arguments);
                return true;
            case "register_write":
                require(command, arguments.size() == 3, "NAME INDEX VALUE");
                register(arguments.get(0))
                        .write(index(arguments.get(1)), StfValue.bytes(arguments.get(2)));
                return true;
            case "register_reset":
                require(command, arguments.size() == 1, "NAME");
                RegisterControl register = register(arguments.get(0));
                for (int i = 0; i < register.size(); i++) {
                    register.write(i, new byte[1]);
                }
                return true;
            case "meter_get_rates":
                require(command, arguments.size() == 2, "NAME INDEX");
                readMeter(arguments.get(0), arguments.get(1));
                return true;
            case "meter_set_rates":
                require(command, arguments.size() == 4, "NAME INDEX RATE:BURST RATE:BURST");
                writeMeter(arguments.get(0), arguments.get(1), rates(arguments, 2));
                return true;
            case "meter_array_set_rates":
                require(command, arguments.size() == 3, "NAME RATE:BURST RATE:BURST");
                writeMeters(arguments.get(0), rates(arguments, 1));
                return true;
            default:
                return false;
        }
    }

    static void require(StfStatement.Command command, boolean holds, String form)
            throws StfException {
        if (!holds) {
            throw new StfException("must be \"" + command.name() + " " + form + "\"");
        }
    }

    static int index(String text) throws StfException {
        BigInteger number = StfValue.number(text);
        if (number.bitLength() > 31) {
            throw new StfException("index " + text + " is too large");
        }
        return number.intValue();
    }

    private RegisterControl register(String name) throws StfException {
        return StfTables.named(device.registers(), RegisterControl::name, name, "register");
    }

    private void readRegister(List<String> arguments) throws StfException {
        RegisterControl register = register(arguments.get(0));
        if (arguments.size() == 2) {
            int index = index(arguments.get(1));
            output.accept(
                    arguments.get(0)
                            + "["
                            + index
                            + "]= "
                            + new BigInteger(1, register.read(index)));
            return;
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < register.size(); i++) {
            values.add(new BigInteger(1, register.read(i)).toString());
        }
        output.accept(arguments.get(0) + "= " + String.join(", ", values));
    }

    BigInteger registerValue(String name, String index) throws StfException {
        return new BigInteger(1, register(name).read(index(index)));
    }

    private CounterArray counter(String name) throws StfException {
        return StfTables.named(program.counters(), CounterArray::name, name, "counter");
    }

    /**
     * The entry whose direct counter or meter is meant: by its id, or by its place in the table.
     */
    private StfTables.Known entry(String table, String index) throws StfException {
        if (!Character.isDigit(index.charAt(0))) {
            return tables.entry(index);
        }
        TableControl control = tables.table(table);
        List<TableEntry> entries = control.entries();
        int at = index(index);
        if (at >= entries.size()) {
            throw new StfException("table " + table + " has no entry " + at);
        }
        return new StfTables.Known(control, entries.get(at));
    }

    CounterValue readCounter(String name, String index) throws StfException {
        CounterArray array = counter(name);
        if (array.isDirect()) {
            StfTables.Known known = entry(array.table(), index);
            return known.table().readCounter(known.entry().match(), known.entry().priority());
        }
        return control(array).read(index(index));
    }

    private void writeCounter(String name, String index, CounterValue value) throws StfException {
        CounterArray array = counter(name);
        if (array.isDirect()) {
            StfTables.Known known = entry(array.table(), index);
            known.table().writeCounter(known.entry().match(), known.entry().priority(), value);
        } else {
            control(array).write(index(index), value);
        }
    }

    private CounterControl control(CounterArray array) {
        return device.counter(array.name()).orElseThrow();
    }

    private MeterArray meter(String name) throws StfException {
        return StfTables.named(program.meters(), MeterArray::name, name, "meter");
    }

    private String tableOf(MeterArray array) throws StfException {
        List<Table> all = new ArrayList<>(program.ingress().tables());
        all.addAll(program.egress().tables());
        for (Table table : all) {
            if (array.name().equals(table.directMeter())) {
                return table.name();
            }
        }
        throw new StfException("meter " + array.name() + " belongs to no table");
    }

    private void readMeter(String name, String index) throws StfException {
        MeterArray array = meter(name);
        Optional<MeterConfig> config;
        if (array.isDirect()) {
            StfTables.Known known = entry(tableOf(array), index);
            config = known.table().meterConfig(known.entry().match(), known.entry().priority());
        } else {
            config = device.meter(array.name()).orElseThrow().config(index(index));
        }
        output.accept(
                name
                        + "["
                        + index
                        + "]= "
                        + config.map(
                                        rates ->
                                                text(rates.committedRate(), rates.committedBurst())
                                                        + " "
                                                        + text(rates.peakRate(), rates.peakBurst()))
                                .orElse("not set"));
    }

    private static String text(long rate, long burst) {
        return BigDecimal.valueOf(rate).divide(MICROS_PER_SECOND).toPlainString() + ":" + burst;
    }

    private void writeMeter(String name, String index, MeterConfig rates) throws StfException {
        MeterArray array = meter(name);
        if (array.isDirect()) {
            StfTables.Known known = entry(tableOf(array), index);
            known.table()
                    .configureMeter(
                            known.entry().match(), known.entry().priority(), Optional.of(rates));
        } else {
            device.meter(array.name()).orElseThrow().configure(index(index), Optional.of(rates));
        }
    }

    private void writeMeters(String name, MeterConfig rates) throws StfException {
        MeterArray array = meter(name);
        if (array.isDirect()) {
            TableControl table = tables.table(tableOf(array));
            for (TableEntry entry : table.entries()) {
                table.configureMeter(entry.match(), entry.priority(), Optional.of(rates));
            }
            return;
        }
        MeterControl meter = device.meter(array.name()).orElseThrow();
        for (int i = 0; i < meter.size(); i++) {
            meter.configure(i, Optional.of(rates));
        }
    }

    private static MeterConfig rates(List<String> arguments, int from) throws StfException {
        long[] numbers = new long[4];
        for (int i = 0; i < 2; i++) {
            String[] parts = arguments.get(from + i).split(":");
            if (parts.length != 2) {
                throw new StfException("\"" + arguments.get(from + i) + "\" is not RATE:BURST");
            }
            try {
                numbers[2 * i] =
                        new BigDecimal(parts[0]).multiply(MICROS_PER_SECOND).longValueExact();
                numbers[2 * i + 1] = Long.parseLong(parts[1]);
            } catch (ArithmeticException | NumberFormatException e) {
                throw new StfException(
                        "\""
                                + arguments.get(from + i)
                                + "\": a rate is a decimal number of units per microsecond, in"
                                + " whole units per second, a burst a decimal number");
            }
        }
        return new MeterConfig(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}
