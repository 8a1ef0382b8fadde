// SPDX-License-Identifier: Apache-2.0
package org.weir.bench;

import org.weir.bench.compare.CompareCommand;
import org.weir.bench.hosts.AgentsBenchCommand;
import org.weir.bench.hosts.FloodBenchCommand;
import org.weir.bench.hosts.MessagesBenchCommand;
import org.weir.bench.lab.LabBenchCommand;
import org.weir.bench.live.LiveBenchCommand;
import org.weir.bench.solver.Cec2006Command;
import org.weir.bench.solver.SolverCommand;
import org.weir.bench.table.MemoryCommand;
import org.weir.bench.tcp.RpmLemmaCommand;
import org.weir.bench.tcp.RpmLinuxCommand;
import org.weir.bench.tcp.RpmOnosCommand;
import org.weir.bench.tcp.TcpLinuxCommand;
import org.weir.bench.throughput.SwitchBenchCommand;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.cli.WeirVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench}: measures Weir's parts. */
@Command(
        name = "weir bench",
        mixinStandardHelpOptions = true,
        versionProvider = WeirVersion.class,
        description = "Measures Weir's parts, and compares its switch with stock BMv2.",
        subcommands = {
            SwitchBenchCommand.class,
            CompareCommand.class,
            SolverCommand.class,
            Cec2006Command.class,
            JmhCommand.class,
            MemoryCommand.class,
            LabBenchCommand.class,
            AgentsBenchCommand.class,
            MessagesBenchCommand.class,
            FloodBenchCommand.class,
            LiveBenchCommand.class,
            TcpLinuxCommand.class,
            RpmLinuxCommand.class,
            RpmOnosCommand.class,
            RpmLemmaCommand.class
        })
public final class BenchCommand implements Runnable {

    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "give one of " + String.join(", ", spec.subcommands().keySet()));
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new BenchCommand(), arguments));
    }
}
