// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.weir.control.cli.Arguments;
import org.weir.control.cli.FileFault;
import org.weir.control.cli.StandardOutput;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyReader;
import org.weir.control.policy.StrictJson;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.ports.Fec;
import org.weir.tofino.ports.PortSpeed;
import org.weir.tofino.ports.PortStatus;
import org.weir.tofino.ports.Ports;
import org.weir.tofino.stratum.Asic;
import org.weir.tofino.stratum.StratumConfig;
import org.weir.tofino.stratum.SwitchDescription;
import org.weir.tofino.stratum.proto.ChassisConfig;
import org.weir.tofino.tm.PortQueues;
import org.weir.tofino.tm.QueueKey;
import org.weir.tofino.tm.QueueScheduling;
import org.weir.tofino.tm.TmCounters;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * {@code weir tofino}: configurations for Stratum, and a look at a switch through BF Runtime. Exit
 * code 0 if done, 1 if the switch refused or cannot be reached, 2 if the command or a file is
 * wrong.
 */
public final class TofinoCommand {
    /** Exit code for a switch that refused or cannot be reached. */
    public static final int REFUSED = 1;

    /** Exit code for a wrong command or file. */
    public static final int BAD_INPUT = 2;

    private static final String USAGE =
            "usage: weir tofino stratum --policy FILE --chassis FILE --out DIR"
                    + " [--target tofino|tofino2]\n"
                    + "         writes chassis_config.pb.txt, and its queues alone as"
                    + " tofino_qos.pb.txt;\n"
                    + "         FILE of the policy is the policy or ONOS's network configuration"
                    + " with it,\n"
                    + "         that of the chassis is as netcfg/tofino/chassis.json\n"
                    + "       weir tofino ports --bfrt grpc://HOST[:PORT][?device_id=N]\n"
                    + "         lists the ports that the switch has\n"
                    + "       weir tofino port --bfrt ADDRESS --dev-port N"
                    + " --set add|enable|disable|remove\n"
                    + "                        [--speed 1|10|25|40|50|100|200|400]"
                    + " [--fec none|firecode|rs]\n"
                    + "         adds a port, of 100 Gbit/s without FEC unless said otherwise, or"
                    + " changes one\n"
                    + "       weir tofino queues --bfrt ADDRESS --dev-port N\n"
                    + "         shows how the traffic manager serves a port's queues\n"
                    + "       weir tofino p4runtime --bfrt ADDRESS [--listen HOST:PORT]"
                    + " [--device-id ID]\n"
                    + "                        [--cpu-interface NAME] [--cpu-port N]\n"
                    + "                        [--enable-ports N,...]\n"
                    + "         serves P4Runtime and gNMI in front of a switch's BF Runtime\n"
                    + "exit code: 0 done, 1 the switch refused or cannot be reached, 2 the command or"
                    + " a file is wrong";

    private static final List<String> COMMANDS =
            Arrays.asList("stratum", "ports", "port", "queues", "p4runtime");

    private static final String SEE = "; see weir tofino --help";

    private static final Map<String, String> DONE =
            Map.of("add", "added", "enable", "enabled", "disable", "disabled", "remove", "removed");

    private static final long ANSWER_MS = 10_000;
    private static final int MAX_DEV_PORT = 511;

    private final PrintStream out;
    private Arguments given;

    private TofinoCommand(PrintStream out) {
        this.out = out;
    }

    /** Runs the command and exits. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(StandardOutput.finish("weir tofino", out, err, run(out, err, arguments)));
    }

    /**
     * Runs the command.
     *
     * @param out the answer goes here
     * @param err complaints go here, one line each
     * @return the exit code
     */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        List<String> words = Arrays.asList(arguments);
        boolean isCommandUnknown =
                !words.isEmpty()
                        && !words.get(0).startsWith("-")
                        && !COMMANDS.contains(words.get(0));
        if (!isCommandUnknown && (words.contains("--help") || words.contains("-h"))) {
            out.println(USAGE);
            return 0;
        }
        try {
            new TofinoCommand(out).run(words);
            return 0;
        } catch (BfRtException e) {
            err.println("weir tofino: " + e.getMessage());
            return REFUSED;
        } catch (IllegalArgumentException e) {
            err.println("weir tofino: " + e.getMessage());
            return BAD_INPUT;
        }
    }

    private void run(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command is missing" + SEE);
        }
        switch (words.get(0)) {
            case "stratum":
                read(words, "--policy", "--chassis", "--out", "--target");
                stratum();
                break;
            case "ports":
                read(words, "--bfrt");
                ports();
                break;
            case "port":
                read(words, "--bfrt", "--dev-port", "--set", "--speed", "--fec");
                port();
                break;
            case "queues":
                read(words, "--bfrt", "--dev-port");
                queues();
                break;
            default:
                throw new IllegalArgumentException("unknown command '" + words.get(0) + "'" + SEE);
        }
    }

    private void read(List<String> words, String... known) {
        given = Arguments.read(words.subList(1, words.size()), Set.of(known), Set.of());
        if (!given.operands().isEmpty()) {
            throw new IllegalArgumentException(
                    "unexpected word '" + given.operands().get(0) + "'" + SEE);
        }
    }

    private String option(String name) {
        return given.value(name)
                .orElseThrow(() -> new IllegalArgumentException(name + " is missing" + SEE));
    }

    private void stratum() {
        Asic asic = oneOf("--target", given.value("--target").orElse("tofino"));
        String policyFile = option("--policy");
        Policy policy = policy(json("--policy", policyFile), policyFile);
        String chassisFile = option("--chassis");
        SwitchDescription description =
                SwitchDescription.read(json("--chassis", chassisFile), chassisFile, asic);
        ChassisConfig config = StratumConfig.of(policy, policyFile, description, asic);
        Path folder = path("--out", option("--out"));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw fault("--out", folder, e);
        }
        write(folder.resolve("chassis_config.pb.txt"), config);
        write(folder.resolve("tofino_qos.pb.txt"), StratumConfig.queuesOnly(config));
    }

    private void write(Path file, ChassisConfig config) {
        try {
            Files.writeString(file, StratumConfig.text(config));
        } catch (IOException e) {
            throw fault("--out", file, e);
        }
        out.println(file);
    }

    private static Path path(String option, String text) {
        try {
            return Paths.get(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(option + ": is no name of a file: " + text, e);
        }
    }

    private static IllegalArgumentException fault(String option, Path file, IOException reason) {
        return new IllegalArgumentException(
                option + ": " + file + ": " + FileFault.of(reason), reason);
    }

    private static Asic oneOf(String option, String name) {
        for (Asic asic : Asic.values()) {
            if (asic.optionName().equals(name)) {
                return asic;
            }
        }
        throw new IllegalArgumentException(
                option + " must be tofino or tofino2, was '" + name + "'");
    }

    /** A policy by itself, or where it stands in ONOS's network configuration. */
    private static Policy policy(JsonNode root, String file) {
        JsonNode within = root.path("apps").path("org.weir.app").path("weir");
        return PolicyReader.read(within.isMissingNode() ? root : within, file);
    }

    private static JsonNode json(String option, String file) {
        Path path = path(option, file);
        try {
            return StrictJson.read(Files.readAllBytes(path));
        } catch (JsonProcessingException e) {
            throw new PolicyException(file, "(whole)", "is not JSON: " + StrictJson.fault(e));
        } catch (IOException e) {
            throw fault(option, path, e);
        }
    }

    private BfRtSession session() {
        return BfRtSession.open(BfRtAddress.parse(option("--bfrt")), ANSWER_MS);
    }

    private int devPort() {
        String text = option("--dev-port");
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > MAX_DEV_PORT) {
            throw new IllegalArgumentException("--dev-port must be 0 to 511, was '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private void ports() {
        try (BfRtSession session = session()) {
            out.printf("%8s %-8s %8s %-8s %s%n", "dev_port", "name", "Gbit/s", "enabled", "link");
            for (PortStatus port : new Ports(session).all()) {
                out.printf(
                        "%8d %-8s %8d %-8s %s%n",
                        port.devPort(),
                        port.name(),
                        port.rateBps() / 1_000_000_000,
                        port.enabled() ? "yes" : "no",
                        port.up() ? "up" : "down");
            }
        }
    }

    private void port() {
        int devPort = devPort();
        String action = option("--set");
        PortSpeed speed = speed(given.value("--speed").orElse("100"));
        Fec fec = fec(given.value("--fec").orElse("none"));
        if (!DONE.containsKey(action)) {
            throw new IllegalArgumentException(
                    "--set must be add, enable, disable or remove, was '" + action + "'");
        }
        try (BfRtSession session = session()) {
            Ports ports = new Ports(session);
            if (action.equals("add")) {
                ports.add(devPort, speed, fec);
            } else if (action.equals("remove")) {
                ports.remove(devPort);
            } else {
                ports.enable(devPort, action.equals("enable"));
            }
            out.println("dev_port " + devPort + ": " + DONE.get(action));
        }
    }

    private static PortSpeed speed(String gigabits) {
        for (PortSpeed speed : PortSpeed.values()) {
            if (gigabits.equals(Long.toString(speed.rateBps() / 1_000_000_000))) {
                return speed;
            }
        }
        throw new IllegalArgumentException(
                "--speed must be 1, 10, 25, 40, 50, 100, 200 or 400, was '" + gigabits + "'");
    }

    private static Fec fec(String name) {
        switch (name) {
            case "none":
                return Fec.NONE;
            case "firecode":
                return Fec.FIRECODE;
            case "rs":
                return Fec.REED_SOLOMON;
            default:
                throw new IllegalArgumentException(
                        "--fec must be none, firecode or rs, was '" + name + "'");
        }
    }

    private void queues() {
        int devPort = devPort();
        try (BfRtSession session = session()) {
            TrafficManagerTables manager = new TrafficManagerTables(session);
            PortQueues queues = manager.queues(devPort);
            out.printf(
                    "%5s %5s %8s %8s %6s %14s %10s %6s%n",
                    "queue",
                    "pg_id",
                    "pg_queue",
                    "priority",
                    "weight",
                    "max bit/s",
                    "drops",
                    "cells");
            List<QueueScheduling> all = manager.schedulings(queues);
            Set<QueueKey> shown = new HashSet<>();
            for (int queue = 0; queue < all.size(); queue++) {
                QueueKey key = queues.keys().get(queue);
                // Tofino 1 maps 32 numbers to a port's eight queues.
                if (!shown.add(key)) {
                    continue;
                }
                QueueScheduling one = all.get(queue);
                TmCounters counters = manager.counters(key);
                out.printf(
                        Locale.ROOT,
                        "%5d %5d %8d %8d %6d %14s %10d %6d%n",
                        queue,
                        key.portGroup(),
                        key.queue(),
                        one.priority(),
                        one.weight(),
                        one.maxRateBps().isPresent() ? one.maxRateBps().getAsLong() : "-",
                        counters.droppedPackets(),
                        counters.usageCells());
            }
        }
    }
}
