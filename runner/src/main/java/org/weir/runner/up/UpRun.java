// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.network.NetworkBusyException;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.RunningNetwork;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.host.HostFrames;
import org.weir.runner.host.HostNamespaces;
import org.weir.runner.onos.Application;
import org.weir.runner.onos.OnosCluster;
import org.weir.runner.onos.OnosFile;
import org.weir.runner.stock.OutsideSwitches;
import org.weir.runner.stock.StockProgram;
import org.weir.runner.stock.StockSwitches;
import org.weir.runner.tofino.TofinoSoftware;
import org.weir.runner.tofino.TofinoSwitches;

/** One run of {@code weir up}, from its first process to the last one's end. */
final class UpRun implements AutoCloseable {
    private static final long LONGEST_WAIT_MS = 1000;
    private static final int MAX_START_ATTEMPTS = 3;

    /** Most switches that are all named at the start. */
    private static final int MOST_ADDRESSES = 12;

    /**
     * Checked options of a run.
     *
     * @param hosts kind of hosts
     * @param reaction kind of the reaction points of agents
     * @param stock runs the switches; empty for others
     * @param tofino runs the switches; empty for others
     * @param onos null to run the network only
     * @param cluster processes of ONOS
     * @param oar null when ONOS holds the application already
     * @param jsonFile null for none
     * @param writeLog null for none
     * @param length null to run until an end is requested
     * @param startNs time at which the command started, by {@link System#nanoTime()}
     */
    record Plan(
            NetworkSpec network,
            HostChoice hosts,
            String reaction,
            Optional<StockProgram> stock,
            Optional<TofinoSoftware> tofino,
            OnosFile onos,
            OnosCluster.Plan cluster,
            Path oar,
            Path stateDirectory,
            Path jsonFile,
            Path writeLog,
            Duration length,
            Duration startWithin,
            long startNs) {}

    private final Plan plan;
    private final Screen screen;
    private final OutsideSwitches outside;
    private final RunningNetwork network;
    private final HostNamespaces hosts;
    private final OnosCluster onos;
    private final Application application;
    private final Sampler sampler;
    private final SimulatedFlows simulatedFlows;
    private final NetworkSize expected;
    private final Summary summary;
    private StartProgress progress;
    private final BufferedWriter json;
    private final WriteLog writeLog;
    private final EndRequest end;

    /**
     * Whether samples are taken. They cost ONOS time; a measurement without them turns them off.
     */
    private volatile boolean sampling = true;

    private boolean provisioned;
    private double startSeconds = -1;

    /** The last sample that was complete before an end was requested; null before the first. */
    private Sample latest;

    UpRun(Plan plan, Screen screen, EndRequest end) throws IOException {
        this.plan = plan;
        this.screen = screen;
        this.end = end;
        expected = NetworkSize.of(plan.network());
        summary = new Summary(expected);
        progress = new StartProgress(expected);
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        outside = outsideSwitches(engine);
        network = new RunningNetwork(plan.network(), engine, outside);
        hosts = plan.hosts().areNamespaces() ? hostNamespaces() : null;
        writeLog = plan.writeLog() == null ? null : new WriteLog(plan.writeLog());
        if (writeLog != null) {
            network.observeWrites(writeLog::of);
        }
        json = plan.jsonFile() == null ? null : Files.newBufferedWriter(plan.jsonFile());
        Supplier<List<HostFrames>> frames = hosts == null ? List::of : hosts::frames;
        if (plan.onos() == null) {
            onos = null;
            application = null;
            simulatedFlows = null;
            sampler = new Sampler(network, frames, null, Map.of(), plan.startNs(), outside == null);
        } else {
            onos = new OnosCluster(plan.cluster());
            OnosFile configuration = relaySwitches(forTofino(plan.onos()));
            application = new Application(onos, configuration, plan.oar());
            sampler =
                    new Sampler(
                            network,
                            frames,
                            onos::client,
                            configuration.addresses(),
                            plan.startNs(),
                            outside == null);
            boolean reports =
                    hosts == null && plan.network().hosts().size() <= SimulatedFlows.MOST_HOSTS;
            simulatedFlows = reports ? new SimulatedFlows(network, onos::client) : null;
        }
    }

    /** The configuration with Weir's program for Tofino and the addresses of BF Runtime. */
    private OnosFile forTofino(OnosFile configuration) {
        return outside instanceof TofinoSwitches switches
                ? configuration.withTofino(plan.tofino().get().pipeconf(), switches.bfrtAddresses())
                : configuration;
    }

    /** The configuration with the addresses at which ONOS reaches the switches. */
    private OnosFile relaySwitches(OnosFile configuration) throws IOException {
        try {
            return configuration.withAddresses(
                    onos.relaySwitches(configuration.addresses().values()));
        } catch (IOException | RuntimeException e) {
            onos.close();
            throw e;
        }
    }

    /** The switches that others have written; null for switches of this process. */
    private OutsideSwitches outsideSwitches(Engine engine) throws IOException {
        OutsideSwitches switches;
        if (plan.stock().isPresent()) {
            switches =
                    new StockSwitches(
                            plan.network(),
                            plan.stock().get(),
                            engine,
                            plan.stateDirectory().resolve("stock-bmv2"));
        } else if (plan.tofino().isPresent()) {
            switches =
                    new TofinoSwitches(
                            plan.network(),
                            plan.tofino().get(),
                            engine,
                            plan.stateDirectory().resolve("tofino"));
        } else {
            return null;
        }
        for (String namespace : switches.removedLeftovers()) {
            screen.say("took away " + namespace + ", left by a run that was killed");
        }
        return switches;
    }

    private HostNamespaces hostNamespaces() throws IOException {
        try {
            HostNamespaces made = new HostNamespaces(network.network());
            for (String namespace : made.removedLeftovers()) {
                screen.say("took away " + namespace + ", left by a run that was killed");
            }
            return made;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    /** Runs to the end and gives the exit code. */
    int toEnd() throws IOException, InterruptedException {
        network.start();
        if (hosts != null) {
            hosts.start();
        }
        if (plan.hosts() == HostChoice.NAMESPACES_WITH_AGENTS) {
            hosts.startAgents(plan.reaction(), plan.stateDirectory().resolve("agents"));
        }
        sayNetwork();
        if (onos != null && !end.isRequested()) {
            onos.startAfresh();
            if (simulatedFlows != null) {
                simulatedFlows.start();
            }
            onos.processes().forEach(screen::say);
        }
        OnosCluster several = onos == null || onos.isSingle() ? null : onos;
        new Operator(network, several, screen::say, on -> sampling = on, end::request)
                .listen(System.in);
        String failure = loop();
        Sample last = lastSample();
        if (failure == null) {
            failure = shortcoming(last);
        }
        finish(last, failure);
        return failure == null ? 0 : 1;
    }

    private void sayNetwork() {
        List<String> addresses = new ArrayList<>();
        List<SwitchSpec> switches = plan.network().switches();
        for (SwitchSpec spec : switches) {
            addresses.add(spec.name() + " on " + spec.grpcAddress());
        }
        if (switches.size() > MOST_ADDRESSES) {
            addresses.subList(1, switches.size() - 1).clear();
            addresses.set(0, switches.size() + " switches, " + addresses.get(0) + " …");
        }
        screen.say(
                String.format(
                        Locale.ROOT,
                        "network %s%s: %s; %d hosts, %d flows",
                        plan.network().name(),
                        platform(),
                        String.join(", ", addresses),
                        plan.network().hosts().size(),
                        plan.network().flows().size()));
        if (hosts != null) {
            screen.say(
                    "programs run in a host with ./weir host NAME [-- COMMAND], such as ./weir"
                            + " host "
                            + plan.network().hosts().get(0).name()
                            + " for a shell");
        }
    }

    private String platform() {
        if (plan.tofino().isPresent()) {
            TofinoSoftware software = plan.tofino().get();
            return " on Intel's model (" + software.asic().kind() + ", " + software.install() + ")";
        }
        return plan.stock()
                .map(p -> " on stock BMv2 " + p.version() + " (" + p.file() + ")")
                .orElse("");
    }

    /** Samples until the run is over; null, or why it ended early. */
    private String loop() throws IOException, InterruptedException {
        double endSeconds = Double.POSITIVE_INFINITY;
        if (onos == null) {
            endSeconds = endAfter(sampler.elapsedSeconds());
        }
        while (sampler.elapsedSeconds() < endSeconds) {
            if (network.failure().isPresent()) {
                return "the network stopped: " + network.failure().get();
            }
            String onosFailure = onos == null ? null : tendOnos();
            if (onosFailure != null) {
                return onosFailure;
            }
            if (end.isRequested()) {
                return null;
            }
            Optional<String> agentFailure = hosts == null ? Optional.empty() : hosts.agentFailure();
            // An interrupt from the terminal reaches agents too: then the run is ending anyway.
            if (agentFailure.isPresent()) {
                return end.await(LONGEST_WAIT_MS) ? null : agentFailure.get();
            }
            if (writeLog != null && writeLog.failure().isPresent()) {
                return "--write-log: "
                        + plan.writeLog()
                        + ": "
                        + writeLog.failure().get().getMessage();
            }
            if (sampling && sampler.untilDueMs() == 0) {
                Sample sample = sampler.sample();
                if (end.isRequested()) {
                    return null;
                }
                take(sample);
                if (startSeconds < 0 && isStarted(sample)) {
                    startSeconds = sample.timeSeconds();
                    endSeconds = endAfter(startSeconds);
                    sayStarted();
                }
            }
            if (onos != null
                    && startSeconds < 0
                    && sampler.elapsedSeconds() > plan.startWithin().toMillis() / 1000.0) {
                return "no settings were solved within " + plan.startWithin().toSeconds() + " s";
            }
            long dueMs = sampling ? sampler.untilDueMs() : LONGEST_WAIT_MS;
            long waitMs = Math.max(1, Math.min(LONGEST_WAIT_MS, dueMs));
            if (end.await(waitMs)) {
                return null;
            }
        }
        return null;
    }

    /**
     * The state that the run is judged by. A terminal sends Ctrl-C to ONOS too, which then tells of
     * switches that it has let go; so what ONOS said before a signal counts.
     */
    private Sample lastSample() throws InterruptedException {
        boolean saidBefore = end.isSignalled() && latest != null;
        return saidBefore ? sampler.sampleNetwork(latest) : sampler.sample();
    }

    private void take(Sample sample) throws IOException {
        latest = sample;
        write(sample.toJson().toString());
        progress.line(sample).ifPresent(screen::say);
        boolean started = startSeconds >= 0 || onos == null;
        if (started) {
            summary.add(sample);
        } else {
            summary.addStarting(sample);
        }
        // Without a terminal the table would bury the messages of the start.
        if (started || provisioned && screen.isTerminal()) {
            screen.show(LiveTable.lines(sample));
        }
    }

    private boolean isStarted(Sample sample) {
        return onos != null && sample.isSolved();
    }

    private double endAfter(double fromSeconds) {
        return plan.length() == null
                ? Double.POSITIVE_INFINITY
                : fromSeconds + plan.length().toMillis() / 1000.0;
    }

    private void sayStarted() {
        screen.say(String.format(Locale.ROOT, "first settings solved after %.1f s", startSeconds));
        for (String url : onos.urls()) {
            screen.say("dashboard " + url + "weir/ui, REST " + url + "weir/v1/ports (onos/rocks)");
        }
        for (String address : plan.cluster().nodeAddresses()) {
            screen.say(
                    "ONOS shell: ssh -p "
                            + plan.cluster().ports().ssh()
                            + " onos@"
                            + address
                            + " (password rocks)");
        }
        screen.say(Operator.COMMANDS);
        if (!onos.isSingle()) {
            screen.say(Operator.CLUSTER_COMMANDS);
        }
    }

    /**
     * Starts a single ONOS again when it has died, and sets ONOS up; null, or why that is hopeless.
     * Of several nodes one that has died stays so, until it is started: the others have taken over.
     */
    private String tendOnos() throws IOException, InterruptedException {
        List<OnosCluster.Death> deaths = onos.takeDeaths();
        // An interrupt from the terminal reaches ONOS too: then the run is ending anyway.
        if (!deaths.isEmpty() && end.await(LONGEST_WAIT_MS)) {
            return null;
        }
        for (OnosCluster.Death death : deaths) {
            boolean isBearable =
                    onos.isSingle() ? onos.restarts() + 1 < MAX_START_ATTEMPTS : provisioned;
            if (startSeconds < 0 && !isBearable) {
                return (onos.isSingle() ? "ONOS" : death.name())
                        + " ended with exit code "
                        + death.exitCode()
                        + "; see "
                        + onos.files(death.name());
            }
            if (onos.isSingle()) {
                restart(death);
            } else {
                screen.say(
                        String.format(
                                Locale.ROOT,
                                "%s ended with exit code %d at %.0f s; \"start %s\" starts it again",
                                death.name(),
                                death.exitCode(),
                                sampler.elapsedSeconds(),
                                death.name()));
            }
        }
        if (!provisioned && application.onosAnswers()) {
            provision();
        }
        return null;
    }

    private void restart(OnosCluster.Death death) throws IOException {
        provisioned = false;
        progress = new StartProgress(expected);
        long pid = onos.start(death.name());
        screen.say(
                String.format(
                        Locale.ROOT,
                        "ONOS ended with exit code %d at %.0f s; started again as process %d"
                                + " (restart %d)",
                        death.exitCode(),
                        sampler.elapsedSeconds(),
                        pid,
                        onos.restarts()));
    }

    private void provision() throws InterruptedException {
        try {
            if (application.ensureActive()) {
                application.ensureConfigured();
                provisioned = true;
                screen.say(
                        String.format(
                                Locale.ROOT,
                                "ONOS is configured after %.1f s",
                                sampler.elapsedSeconds()));
            }
        } catch (IOException e) {
            screen.say("ONOS is not ready: " + e.getMessage());
        }
    }

    /** Reason for which a completed run is no success; null when it is one. */
    private String shortcoming(Sample last) {
        if (onos == null) {
            return null;
        }
        if (startSeconds < 0) {
            return "ended before settings were solved";
        }
        if (!last.unreachable().isEmpty()) {
            return "not everything was connected: " + String.join("; ", last.unreachable());
        }
        if (!last.onosAnswers()) {
            return "ONOS did not answer at the end";
        }
        return null;
    }

    private void finish(Sample last, String failure) throws IOException {
        List<String> lines = new ArrayList<>(LiveTable.lines(last));
        if (outside != null) {
            lines.addAll(lineReport());
        }
        if (onos != null && onos.restarts() > 0) {
            lines.add("restarts of ONOS: " + onos.restarts());
        }
        String text = summary.toJson(Math.max(0, startSeconds), last).toString();
        write(text);
        if (json != null) {
            json.close();
        }
        lines.add("summary " + text);
        lines.add(failure == null ? "ok" : "failed: " + failure);
        screen.end(lines);
    }

    private List<String> lineReport() {
        try {
            return network.call(outside::lineReport);
        } catch (NetworkBusyException e) {
            return List.of(e.getMessage());
        }
    }

    private void write(String line) throws IOException {
        if (json != null) {
            json.write(line);
            json.newLine();
            json.flush();
        }
    }

    /** Leaves nothing running. */
    @Override
    public void close() {
        if (simulatedFlows != null) {
            simulatedFlows.close();
        }
        if (onos != null) {
            onos.close();
        }
        if (hosts != null) {
            hosts.close();
        }
        network.close();
        closeWriteLog();
    }

    private void closeWriteLog() {
        try {
            if (writeLog != null) {
                writeLog.close();
            }
        } catch (IOException e) {
            screen.say("--write-log: " + e.getMessage());
        }
    }
}
