// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import org.weir.adapter.AdapterCommand;
import org.weir.agent.Agent;
import org.weir.bench.BenchCommand;
import org.weir.bmv2.cli.SwitchCommand;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.stf.StfCommand;
import org.weir.lab.cli.LabCommand;
import org.weir.lab.soak.SoakDay;
import org.weir.runner.plan.PlanCommand;
import org.weir.runner.soak.SoakCluster;
import org.weir.runner.soak.SoakFabric;
import org.weir.runner.up.Up;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands of {@code ./weir}, each as the class that runs it declares it. Commands that a shell
 * script runs, or a parser without picocli, are declared in {@link ScriptCommands} and {@link
 * ParsedCommands}.
 */
public final class WeirCommands {

    /** {@code ./weir} itself. */
    @Command(
            name = "weir",
            description = "Controls the queues of P4 switches, and measures and simulates them.")
    private static final class Root {}

    /** {@code weir soak}. */
    @Command(
            name = "weir soak",
            mixinStandardHelpOptions = true,
            description = "Runs Weir for hours, or on large networks, and measures it.")
    private static final class Soak {}

    private WeirCommands() {}

    /** A new tree of all commands; it parses and describes, and runs nothing. */
    public static CommandLine all() {
        CommandLine weir = WeirCommandLine.of(new Root());
        add(weir, "up", new Up());
        add(weir, "plan", new PlanCommand());
        add(weir, "agent", new Agent());
        add(weir, "host", new ScriptCommands.Host());
        CommandLine soak = WeirCommandLine.of(new Soak());
        add(soak, "fabric", new SoakFabric());
        add(soak, "cluster", new SoakCluster());
        add(soak, "day", new SoakDay());
        add(weir, "soak", soak);
        CommandLine test = WeirCommandLine.of(new ScriptCommands.Test());
        test.setUnmatchedOptionsArePositionalParams(true);
        add(weir, "test", test);
        add(weir, "write", new ScriptCommands.Write());
        add(weir, "lab", new LabCommand());
        add(weir, "switch", new SwitchCommand());
        add(weir, "stf", new StfCommand());
        add(weir, "solve", new ParsedCommands.Solve());
        add(weir, "bench", new BenchCommand());
        CommandLine tofino = WeirCommandLine.of(new ParsedCommands.Tofino());
        add(tofino, "p4runtime", new AdapterCommand());
        add(weir, "tofino", tofino);
        add(weir, "p4", new ScriptCommands.P4());
        add(weir, "dashboard", new ScriptCommands.Dashboard());
        add(weir, "docs", new ScriptCommands.Docs());
        add(weir, "release", new ScriptCommands.Release());
        add(weir, "completion", new CompletionCommand());
        add(weir, "help", new ScriptCommands.Help());
        add(weir, "version", new ScriptCommands.Version());
        return weir;
    }

    private static void add(CommandLine parent, String name, Object command) {
        add(parent, name, WeirCommandLine.of(command));
    }

    private static void add(CommandLine parent, String name, CommandLine command) {
        command.getCommandSpec().name(name);
        parent.addSubcommand(name, command);
    }
}
