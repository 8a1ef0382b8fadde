// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.extern.ExternModules;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.json.ProgramReader;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * Runs a test in p4c's STF format against a switch in virtual time, as p4c's own runner does with
 * BMv2: the switch has the ports that the test names and no others, and what each of them sends is
 * compared with what is expected of it, in order. A packet is run to its end before the next
 * statement.
 */
public final class StfRunner {

    private static final long SETTLE_NS = 1_000_000_000L;
    private static final long RECIRCULATION_NS = 1;
    private static final int QUEUE_PACKETS = 1024;
    private static final int CPU_PORT = 510;

    private final String testName;
    private final List<StfStatement.Line> lines;
    private final Switch device;
    private final VirtualTimeline timeline = new VirtualTimeline();
    private final StfComparison packets = new StfComparison();
    private final StfTables tables;
    private final StfObjects objects;
    private final StfReplication replication;
    private final List<String> differences = new ArrayList<>();

    private StfRunner(
            byte[] json,
            ExternModules modules,
            String testName,
            List<StfStatement.Line> lines,
            Consumer<String> output)
            throws ProgramException {
        this.testName = testName;
        this.lines = lines;
        Program program = ProgramReader.read(json);
        device =
                new Switch(
                        new SwitchConfig("stf", freePort(), RECIRCULATION_NS, 1, modules),
                        timeline);
        for (int port : ports()) {
            device.attachPort(
                    port,
                    new PortConfig("port" + port, PortConfig.UNLIMITED, QUEUE_PACKETS),
                    (buffer, offset, length) -> packets.received(port, buffer, offset, length));
        }
        device.loadProgram(json);
        tables = new StfTables(device, program);
        objects = new StfObjects(device, program, tables, output);
        replication = new StfReplication(device, output);
    }

    /**
     * Runs a test.
     *
     * @param json the program
     * @param modules externs that the program may use beyond v1model's
     * @param test the test's file
     * @param output takes what statements such as {@code register_read} print, line by line
     * @return differences, one message each; empty when the test passed
     * @throws StfException when the test is wrong or uses what is not supported; the message names
     *     file and line
     */
    public static List<String> run(
            byte[] json, ExternModules modules, Path test, Consumer<String> output)
            throws IOException, ProgramException, StfException {
        String name = test.getFileName().toString();
        List<StfStatement.Line> lines =
                StfParser.parse(name, Files.readAllLines(test, StandardCharsets.UTF_8));
        StfRunner runner = new StfRunner(json, modules, name, lines, output);
        runner.run();
        return runner.differences;
    }

    private TreeSet<Integer> ports() {
        TreeSet<Integer> ports = new TreeSet<>();
        for (StfStatement.Line line : lines) {
            if (line.statement() instanceof StfStatement.Packet packet) {
                ports.add(packet.port());
            } else if (line.statement() instanceof StfStatement.Expect expect) {
                ports.add(expect.port());
            }
        }
        return ports;
    }

    /** A port for the control plane that the test does not use. */
    private int freePort() {
        int port = CPU_PORT;
        while (ports().contains(port)) {
            port--;
        }
        return port;
    }

    private void run() throws StfException {
        for (StfStatement.Line line : lines) {
            String place = testName + ":" + line.number();
            try {
                execute(place, line.statement());
            } catch (StfException | ControlException | NumberFormatException e) {
                throw new StfException(place + ": " + e.getMessage());
            }
        }
        settle();
        differences.addAll(packets.differences(testName));
        if (device.droppedNoPort() > 0 && !differences.isEmpty()) {
            differences.add(
                    "%s: %d packets went to ports or groups that the test does not name"
                            .formatted(testName, device.droppedNoPort()));
        }
    }

    private void execute(String place, StfStatement statement) throws StfException {
        if (statement instanceof StfStatement.Packet packet) {
            device.receive(packet.port(), packet.data());
            settle();
        } else if (statement instanceof StfStatement.Expect expect) {
            packets.expect(place, expect.port(), expect.digits());
        } else if (statement instanceof StfStatement.NoPacket) {
            settle();
            if (packets.unexpected() > 0) {
                differences.add(place + ": a packet came, and none was expected");
            }
        } else if (statement instanceof StfStatement.Wait) {
            settle();
        } else if (statement instanceof StfStatement.Add add) {
            tables.add(add);
        } else if (statement instanceof StfStatement.Remove remove) {
            tables.remove(remove);
        } else if (statement instanceof StfStatement.RemoveById remove) {
            tables.remove(remove.id());
        } else if (statement instanceof StfStatement.SetDefault setDefault) {
            tables.setDefault(setDefault);
        } else if (statement instanceof StfStatement.Check check) {
            check(place, check);
        } else if (statement instanceof StfStatement.Command command
                && !objects.run(command)
                && !replication.run(command)) {
            throw new StfException("command \"" + command.name() + "\" is not supported");
        }
    }

    private void settle() throws StfException {
        if (!timeline.runUntilIdle(timeline.nowNs() + SETTLE_NS)) {
            throw new StfException(
                    "the switch is still busy after a second: packets go round without end");
        }
    }

    private void check(String place, StfStatement.Check check) throws StfException {
        BigInteger actual;
        if (check.kind().equals("register")) {
            actual = objects.registerValue(check.name(), check.index());
        } else {
            CounterValue value = objects.readCounter(check.name(), check.index());
            actual =
                    BigInteger.valueOf(
                            check.unit().equals("bytes") ? value.bytes() : value.packets());
        }
        if (check.condition() == null) {
            return;
        }
        int order = actual.compareTo(StfValue.number(check.value()));
        boolean holds =
                switch (check.condition()) {
                    case "==" -> order == 0;
                    case "!=" -> order != 0;
                    case "<" -> order < 0;
                    case "<=" -> order <= 0;
                    case ">" -> order > 0;
                    default -> order >= 0;
                };
        if (!holds) {
            differences.add(
                    "%s: %s %s[%s] is %s, not %s %s"
                            .formatted(
                                    place,
                                    check.kind(),
                                    check.name(),
                                    check.index(),
                                    actual,
                                    check.condition(),
                                    check.value()));
        }
    }
}
