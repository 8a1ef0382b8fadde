// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.weir.agent.config.AgentSettings;
import org.weir.agent.feedback.FeedbackCheck;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.feedback.FrameForm;
import org.weir.agent.feedback.LocalSockets;
import org.weir.agent.feedback.SocketLookup;
import org.weir.agent.flow.FlowTable;
import org.weir.agent.metrics.AgentMetrics;
import org.weir.agent.notification.Notifications;
import org.weir.agent.registration.FlowReporting;
import org.weir.agent.registration.Registration;
import org.weir.agent.shaping.DryRun;
import org.weir.agent.shaping.HostInterface;
import org.weir.agent.shaping.InterfaceAddresses;
import org.weir.agent.shaping.InterfaceState;
import org.weir.agent.shaping.Shaping;
import org.weir.agent.shaping.TrafficControl;
import org.weir.bmv2.ports.PacketTap;

/** One run of the agent on an interface, from its lock to the last qdisc's end. */
final class AgentRun implements AutoCloseable {
    private static final double NS_PER_SECOND = 1e9;

    private static final long BPS_PER_MBPS = 1_000_000;

    /** Queues whose sequence numbers are remembered for each flow that may be shaped. */
    private static final int ORIGINS_PER_FLOW = 16;

    private final AgentSettings settings;
    private final InterfaceLock lock;
    private final AgentMetrics metrics = new AgentMetrics();
    private final long lineBps;
    private final Optional<LineWatch> lineWatch;
    private final Optional<Long> notificationIntervalNs;
    private final Consumer<String> say;
    private final InterfaceAddresses addresses;
    private Registration registration;
    private FlowReporting reporting;
    private PacketTap tap;

    /** Index of the interface that the tap reads. */
    private int index;

    private Shaping shaping;

    private AgentRun(
            AgentSettings settings, InterfaceLock lock, long lineBps, Consumer<String> say) {
        this.settings = settings;
        this.lock = lock;
        this.lineBps = lineBps;
        String device = settings.device();
        addresses =
                new InterfaceAddresses(() -> HostInterface.addressesOf(device), System::nanoTime);
        lineWatch =
                settings.rateBps().isPresent()
                        ? Optional.empty()
                        : Optional.of(new LineWatch(device, Link.of(device), lineBps));
        this.say = say;
        notificationIntervalNs = settings.notificationIntervalNs(lineBps);
    }

    /**
     * Opens everything; nothing is left if that fails.
     *
     * @param lineBps rate of the interface's line, bit/s
     * @param state of the interface
     * @param dryRun true to install nothing
     * @param replace true to end an agent that runs on the interface
     * @param say gets a line for each event
     */
    static AgentRun open(
            AgentSettings settings,
            long lineBps,
            InterfaceState state,
            boolean dryRun,
            boolean replace,
            Consumer<String> say)
            throws IOException {
        InterfaceLock lock =
                replace
                        ? InterfaceLock.takeOver(settings.device(), say)
                        : InterfaceLock.take(settings.device());
        AgentRun run = new AgentRun(settings, lock, lineBps, say);
        try {
            run.open(state, dryRun);
            return run;
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    private int serveMetrics() throws IOException {
        try {
            return metrics.serve(settings.metrics().get());
        } catch (BindException e) {
            throw new IOException(
                    "--metrics " + settings.metrics().get() + ": " + e.getMessage(), e);
        }
    }

    private void open(InterfaceState state, boolean dryRun) throws IOException {
        String device = settings.device();
        addresses.read();
        if (settings.metrics().isPresent()) {
            say.accept("metrics are at port " + serveMetrics());
        }
        index = HostInterface.indexOf(device);
        // Open before the filter drops anything, so that no feedback is lost in between.
        tap =
                PacketTap.open(
                        device,
                        index,
                        (notificationIntervalNs.isPresent() && !dryRun
                                        ? FrameForm.claimsAndMarkedData()
                                        : FrameForm.claims())
                                .assemble(-1, 0));
        shaping =
                dryRun
                        ? new DryRun(device, lineBps, state, say)
                        : TrafficControl.install(device, lineBps, say);
        if (settings.controller().isPresent() && !dryRun) {
            registration =
                    new Registration(
                            settings.controller().get(),
                            () -> HostInterface.lasting(addresses.present()),
                            settings.leaseSeconds(),
                            metrics,
                            say);
            reporting = new FlowReporting(settings.controller().get(), System::nanoTime, say);
        }
    }

    /**
     * Works until it is asked to end.
     *
     * @throws IOException if the interface goes, or tc refuses for good
     */
    void toEnd(BooleanSupplier ending) throws IOException {
        SocketLookup sockets =
                new SocketLookup(
                        index, new LocalSockets(Path.of("/proc/self/net"), System::nanoTime), say);
        try (sockets) {
            toEnd(ending, settings.checkSockets() ? sockets : flow -> true);
        }
    }

    private void toEnd(BooleanSupplier ending, Predicate<FlowKey> hasSocket) throws IOException {
        FeedbackCheck check =
                new FeedbackCheck(
                        addresses,
                        settings.classes(),
                        hasSocket,
                        ORIGINS_PER_FLOW * settings.maxFlows());
        Optional<Notifications> notifications =
                notificationIntervalNs.map(
                        intervalNs ->
                                new Notifications(
                                        addresses,
                                        hasSocket,
                                        intervalNs,
                                        ORIGINS_PER_FLOW * settings.maxFlows(),
                                        tap::send,
                                        metrics));
        FlowTable flows =
                new FlowTable(
                        startBps -> settings.reaction(startBps, lineBps),
                        lineBps,
                        Math.round(NS_PER_SECOND * settings.releaseSeconds()),
                        settings.maxFlows());
        say.accept(
                String.format(
                        Locale.ROOT,
                        "obeys %s on %s, a line of %.1f Mb/s; a flow without any is"
                                + " released after %.1f s",
                        notifications.isPresent() ? "notifications" : "feedback",
                        settings.device(),
                        (double) lineBps / BPS_PER_MBPS,
                        settings.releaseSeconds()));
        new AgentLoop(
                        tap::read,
                        check,
                        notifications,
                        flows,
                        shaping,
                        metrics,
                        System::nanoTime,
                        lineBps,
                        tap::dropped,
                        say)
                .run(ending, () -> keepUp(flows));
    }

    private void keepUp(FlowTable flows) throws IOException {
        requireSameInterface();
        addresses.read();
        if (lineWatch.isPresent()) {
            lineWatch.get().look();
        }
        if (registration != null) {
            registration.requireAtWork();
        }
        if (reporting != null) {
            reporting.state(flows.shaped());
        }
    }

    /**
     * The tap of an interface that was deleted reads nothing of another with the same name, whereas
     * tc would go on there: all feedback would be dropped.
     */
    private void requireSameInterface() throws IOException {
        int now = HostInterface.indexOf(settings.device());
        if (now != index) {
            throw new IOException(
                    "%s: was deleted and made anew: its index is %d now, and was %d at the start"
                            .formatted(settings.device(), now, index));
        }
    }

    @Override
    public void close() throws IOException {
        if (reporting != null) {
            reporting.close();
        }
        // Before the filter goes, so that no feedback comes that nobody takes off the interface.
        if (registration != null && lock.hasSuccessor()) {
            registration.leave();
        } else if (registration != null) {
            registration.close();
        }
        if (shaping != null) {
            shaping.close();
        }
        if (tap != null) {
            tap.close();
        }
        metrics.close();
        lock.close();
    }
}
