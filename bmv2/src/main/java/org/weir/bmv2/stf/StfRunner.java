// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.VirtualTimeline;
import org.weir.bmv2.control.ActionCall;
import org.weir.bmv2.control.ControlException;
import org.weir.bmv2.control.CounterValue;
import org.weir.bmv2.control.MatchField;
import org.weir.bmv2.control.MatchKey;
import org.weir.bmv2.control.MirrorSession;
import org.weir.bmv2.control.ProgramException;
import org.weir.bmv2.control.Replica;
import org.weir.bmv2.control.TableControl;
import org.weir.bmv2.control.TableEntry;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.ProgramReader;
import org.weir.bmv2.traffic.PortConfig;

/**
 * Runs a test in p4c's STF format (packets in, packets expected, table entries) against a switch in
 * virtual time. A packet is run to its end before the next command.
 */
public final class StfRunner {

    private static final int PORTS = 64;
    private static final long SETTLE_NS = 1_000_000_000L;
    private static final int CPU_PORT = 510;
    private static final Pattern CALL = Pattern.compile("([^\\s(]+)\\s*\\((.*)\\)\\s*(?:=.*)?");

    private final Program program;
    private final Switch device;
    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Map<Integer, List<String>> received = new TreeMap<>();
    private final Map<Integer, List<String>> expected = new TreeMap<>();
    private final Map<Integer, List<Replica>> nodes = new HashMap<>();
    private final Map<Integer, List<Integer>> groupNodes = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private String place = "";

    private StfRunner(byte[] json) throws ProgramException {
        program = ProgramReader.read(json);
        device = new Switch(new SwitchConfig("stf", CPU_PORT, 1, 1), timeline);
        for (int port = 0; port < PORTS; port++) {
            int number = port;
            device.attachPort(
                    port,
                    new PortConfig("port" + port, PortConfig.UNLIMITED, 1024),
                    (buffer, offset, length) ->
                            received.computeIfAbsent(number, key -> new ArrayList<>())
                                    .add(
                                            HexFormat.of()
                                                    .formatHex(buffer, offset, offset + length)));
        }
        device.loadProgram(json);
    }

    /**
     * Runs a test.
     *
     * @return what differed, one line each; empty when the test passed
     */
    public static List<String> run(byte[] json, Path test)
            throws IOException, ProgramException, StfException {
        StfRunner runner = new StfRunner(json);
        int number = 0;
        for (String line : Files.readAllLines(test, StandardCharsets.UTF_8)) {
            runner.place = test.getFileName() + ":" + ++number;
            String command = line.replaceFirst("#.*", "").strip();
            if (!command.isEmpty()) {
                try {
                    runner.execute(command);
                } catch (ControlException | NumberFormatException e) {
                    throw runner.error(e.getMessage());
                }
            }
        }
        return runner.differences();
    }

    private StfException error(String message) {
        return new StfException(place + ": " + message);
    }

    private void execute(String command) throws StfException {
        String[] words = command.split("\\s+");
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case "packet":
                device.receive(Integer.parseInt(words[1]), HexFormat.of().parseHex(join(words, 2)));
                settle();
                break;
            case "expect":
                expected.computeIfAbsent(Integer.parseInt(words[1]), key -> new ArrayList<>())
                        .add(join(words, 2).toLowerCase(Locale.ROOT));
                break;
            case "no_packet":
            case "wait":
                settle();
                break;
            case "add":
                add(command);
                break;
            case "remove":
                removeAll(words);
                break;
            case "setdefault":
                setDefault(command);
                break;
            case "mirroring_add":
                device.setMirrorSession(
                        Integer.parseInt(words[1]),
                        MirrorSession.toPort(Integer.parseInt(words[2])));
                break;
            case "mirroring_delete":
                device.removeMirrorSession(Integer.parseInt(words[1]));
                break;
            case "mc_mgrp_create":
                groupNodes.put(Integer.parseInt(words[1]), new ArrayList<>());
                break;
            case "mc_node_create":
                int node = nodes.size();
                List<Replica> replicas = new ArrayList<>();
                for (int i = 2; i < words.length; i++) {
                    replicas.add(
                            new Replica(Integer.parseInt(words[i]), Integer.parseInt(words[1])));
                }
                nodes.put(node, replicas);
                break;
            case "mc_node_associate":
                int group = Integer.parseInt(words[1]);
                groupNodes.get(group).add(Integer.parseInt(words[2]));
                List<Replica> all = new ArrayList<>();
                groupNodes.get(group).forEach(id -> all.addAll(nodes.get(id)));
                device.setMulticastGroup(group, all);
                break;
            case "check_counter":
                checkCounter(command);
                break;
            case "register_write":
                device.register(words[1])
                        .orElseThrow(() -> error("no register " + words[1]))
                        .write(Integer.parseInt(words[2]), StfValue.bytes(words[3]));
                break;
            default:
                throw error("command \"" + words[0] + "\" is not supported");
        }
    }

    private void settle() throws StfException {
        if (!timeline.runUntilIdle(timeline.nowNs() + SETTLE_NS)) {
            throw error("the switch is still busy after a second: packets go round without end");
        }
    }

    private static String join(String[] words, int from) {
        return String.join("", List.of(words).subList(from, words.length));
    }

    private TableControl table(String name) throws StfException {
        List<TableControl> found = new ArrayList<>();
        for (TableControl table : device.tables()) {
            if (table.name().equals(name)) {
                return table;
            }
            if (table.name().endsWith("." + name)) {
                found.add(table);
            }
        }
        if (found.size() != 1) {
            throw error((found.isEmpty() ? "no table " : "more than one table ") + name);
        }
        return found.get(0);
    }

    private void add(String command) throws StfException {
        Matcher call = CALL.matcher(command);
        String[] words = command.split("\\s+");
        TableControl table = table(words[1]);
        int open = command.indexOf('(');
        if (open < 0) {
            throw error("an action with its arguments in parentheses is missing");
        }
        String[] keys = command.substring(0, open).strip().split("\\s+");
        int first = 2;
        int priority = table.needsPriority() ? 1 : 0;
        if (keys.length > 2 && keys[2].matches("[0-9]+")) {
            // Higher numbers win, as here; but they start at 0.
            priority = table.needsPriority() ? Integer.parseInt(keys[2]) + 1 : 0;
            first = 3;
        }
        MatchKey[] match = new MatchKey[table.matchFields().size()];
        for (int i = first; i < keys.length - 1; i++) {
            int colon = keys[i].indexOf(':');
            if (colon < 0) {
                throw error("\"" + keys[i] + "\" is not KEY:VALUE");
            }
            int index = keyIndex(table, keys[i].substring(0, colon));
            match[index] =
                    StfValue.key(table.matchFields().get(index), keys[i].substring(colon + 1));
        }
        for (int i = 0; i < match.length; i++) {
            if (match[i] == null) {
                MatchField field = table.matchFields().get(i);
                match[i] =
                        switch (field.kind()) {
                            case EXACT -> new MatchKey.Exact(new byte[1]);
                            default -> MatchKey.ANY;
                        };
            }
        }
        String rest = command.substring(command.lastIndexOf(' ', open) + 1);
        call = CALL.matcher(rest);
        if (!call.matches()) {
            throw error("\"" + rest + "\" is not ACTION(ARGUMENTS)");
        }
        table.insert(
                new TableEntry(
                        List.of(match), priority, action(table, call.group(1), call.group(2))));
    }

    private void removeAll(String[] words) throws StfException {
        if (words.length < 3 || !words[1].equals("all")) {
            throw error("only \"remove all TABLE\" is supported");
        }
        TableControl table = table(words[2]);
        for (TableEntry entry : table.entries()) {
            table.delete(entry.match(), entry.priority());
        }
    }

    private int keyIndex(TableControl table, String name) throws StfException {
        String wanted = name.replaceAll("\\$([0-9]+)", "[$1]");
        List<MatchField> fields = table.matchFields();
        for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i).name();
            if (field.equals(wanted)
                    || field.equals(wanted + ".$valid$")
                    || field.equals(wanted + "$")
                    || wanted.endsWith(".valid")
                            && field.equals(wanted.substring(0, wanted.length() - 5) + "$valid$")) {
                return i;
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i).name();
            if (field.endsWith("." + wanted)
                    || field.endsWith("." + wanted + "$")
                    || wanted.equals("valid") && field.endsWith("$valid$")) {
                return i;
            }
        }
        throw error("table " + table.name() + " has no field " + name);
    }

    private ActionCall action(TableControl table, String name, String arguments)
            throws StfException {
        String full = null;
        for (String candidate : table.actions()) {
            if (candidate.equals(name) || full == null && candidate.endsWith("." + name)) {
                full = candidate;
            }
        }
        if (full == null) {
            throw error("table " + table.name() + " has no action " + name);
        }
        Map<String, byte[]> values = new HashMap<>();
        if (!arguments.isBlank()) {
            for (String argument : arguments.split(",")) {
                int colon = argument.indexOf(':');
                if (colon < 0) {
                    throw error("\"" + argument + "\" is not PARAMETER:VALUE");
                }
                values.put(
                        argument.substring(0, colon).strip(),
                        StfValue.bytes(argument.substring(colon + 1).strip()));
            }
        }
        for (Action action : program.actions()) {
            if (action.name().equals(full)) {
                List<byte[]> ordered = new ArrayList<>();
                for (Action.Parameter parameter : action.parameters()) {
                    byte[] value = values.remove(parameter.name());
                    if (value == null) {
                        throw error(
                                "action "
                                        + full
                                        + ": parameter "
                                        + parameter.name()
                                        + " is missing");
                    }
                    ordered.add(value);
                }
                return new ActionCall(full, ordered);
            }
        }
        throw error("no action " + full);
    }

    private void setDefault(String command) throws StfException {
        String[] words = command.split("\\s+", 3);
        Matcher call = CALL.matcher(words.length < 3 ? "" : words[2]);
        if (!call.matches()) {
            throw error("must be \"setdefault TABLE ACTION(ARGUMENTS)\"");
        }
        TableControl table = table(words[1]);
        table.setDefaultAction(action(table, call.group(1), call.group(2)));
    }

    private void checkCounter(String command) throws StfException {
        Matcher matcher =
                Pattern.compile(
                                "check_counter\\s+(\\S+?)\\((\\d+)\\)\\s*(?:(packets|bytes)\\s*)?==\\s*(\\d+)")
                        .matcher(command);
        if (!matcher.matches()) {
            throw error("must be \"check_counter NAME(INDEX) [packets|bytes] == NUMBER\"");
        }
        CounterValue value =
                device.counter(matcher.group(1))
                        .orElseThrow(() -> error("no counter " + matcher.group(1)))
                        .read(Integer.parseInt(matcher.group(2)));
        long actual = "bytes".equals(matcher.group(3)) ? value.bytes() : value.packets();
        if (actual != Long.parseLong(matcher.group(4))) {
            differences.add(place + ": counter is " + actual);
        }
    }

    private List<String> differences() throws StfException {
        settle();
        expected.forEach(
                (port, packets) -> {
                    List<String> got = received.getOrDefault(port, List.of());
                    for (int i = 0; i < Math.max(packets.size(), got.size()); i++) {
                        if (i >= got.size()) {
                            differences.add(
                                    "port %d: packet %d is missing: %s"
                                            .formatted(port, i, packets.get(i)));
                        } else if (i >= packets.size()) {
                            differences.add(
                                    "port %d: packet %d was not expected: %s"
                                            .formatted(port, i, got.get(i)));
                        } else {
                            compare(port, i, packets.get(i), got.get(i));
                        }
                    }
                });
        received.forEach(
                (port, packets) -> {
                    if (!expected.containsKey(port)) {
                        differences.add(
                                "port %d: no packet was expected, got %s".formatted(port, packets));
                    }
                });
        return differences;
    }

    /**
     * The packet must start as expected; {@code *} takes any digit, {@code $} at the end forbids
     * more bytes.
     */
    private void compare(int port, int index, String wanted, String got) {
        boolean exact = wanted.endsWith("$");
        String digits = exact ? wanted.substring(0, wanted.length() - 1) : wanted;
        boolean same =
                got.length() >= digits.length() && (!exact || got.length() == digits.length());
        for (int i = 0; same && i < digits.length(); i++) {
            same = digits.charAt(i) == '*' || digits.charAt(i) == got.charAt(i);
        }
        if (!same) {
            differences.add(
                    "port %d, packet %d:%n  expected %s%n  got      %s"
                            .formatted(port, index, wanted, got));
        }
    }
}
