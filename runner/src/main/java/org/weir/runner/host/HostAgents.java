// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.weir.agent.Agent;
import org.weir.runner.InputException;
import org.weir.runner.shell.Command;

/**
 * An agent for each of a run's hosts: a process in the host's namespace, on its interface, with the
 * rate of its line. What it writes is in a file of the host's name. Each serves its metrics in its
 * own namespace.
 */
public final class HostAgents implements AutoCloseable {
    /** Address of the metrics of every agent, in its own namespace. */
    public static final String METRICS = "127.0.0.1:9464";

    private static final long EXIT_SECONDS = 5;

    private final List<Running> agents = new ArrayList<>();

    /** The agent of a host, which writes into a file. */
    private record Running(String host, Path log, Process process) {}

    /**
     * Checks that agents can run on this machine.
     *
     * @throws InputException in one line, when a program is missing
     */
    public static void check() throws InputException {
        for (String program : List.of("tc", "setsid", "stdbuf")) {
            if (Command.find(program).isEmpty()) {
                throw new InputException("--agents: " + program + " is not on the PATH");
            }
        }
    }

    HostAgents(Collection<HostPlan> hosts, String reaction, Path logs) throws IOException {
        Files.createDirectories(logs);
        try {
            for (HostPlan plan : hosts) {
                Path log = logs.resolve(plan.host().name() + ".log");
                Process process =
                        new ProcessBuilder(command(plan, reaction))
                                .redirectErrorStream(true)
                                .redirectOutput(log.toFile())
                                .start();
                agents.add(new Running(plan.host().name(), log, process));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static List<String> command(HostPlan plan, String reaction) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", plan.namespace()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Many agents share a machine here: one thread for collection, no second compiler.
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Agent.class.getName());
        command.addAll(List.of("--interface", HostPlan.INTERFACE));
        command.addAll(List.of("--rate", Long.toString(plan.host().rateBps())));
        command.addAll(List.of("--metrics", METRICS));
        command.addAll(List.of("--reaction", reaction));
        return command;
    }

    /** Tells of the first agent that does not run any more; a run without it does not obey. */
    Optional<String> failure() {
        return agents.stream()
                .filter(agent -> !agent.process().isAlive())
                .findFirst()
                .map(
                        agent ->
                                "agent of "
                                        + agent.host()
                                        + " ended with exit code "
                                        + agent.process().exitValue()
                                        + "; see "
                                        + agent.log());
    }

    /** Ends the agents. */
    @Override
    public void close() {
        agents.forEach(agent -> agent.process().destroy());
        for (Running each : agents) {
            Process agent = each.process();
            try {
                if (!agent.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                    agent.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                agent.destroyForcibly();
            }
        }
        agents.clear();
    }
}
