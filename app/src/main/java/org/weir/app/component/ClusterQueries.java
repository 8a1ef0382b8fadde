// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.onosproject.cluster.NodeId;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.link.LinkService;
import org.weir.app.Alert;
import org.weir.app.ControlledDevice;
import org.weir.app.DecisionView;
import org.weir.app.DeviceView;
import org.weir.app.LoopView;
import org.weir.app.NodeView;
import org.weir.app.PortView;
import org.weir.app.RejectedException;
import org.weir.app.SolveReport;
import org.weir.app.change.PolicyChanges;
import org.weir.app.cluster.ClusterViews;
import org.weir.app.cluster.DeviceState;
import org.weir.app.cluster.NodeState;
import org.weir.app.cluster.Peers;
import org.weir.app.cluster.StoreContact;
import org.weir.app.policy.FreezeSwitch;
import org.weir.app.policy.PolicyManager;

/**
 * Answers for the whole cluster, the same whichever instance is asked. Without other instances they
 * are this instance's own.
 */
final class ClusterQueries extends WeirQueries {

    private static final long PUBLISH_MS = 1_000;
    private static final long CONTACT_MS = 1_000;
    private static final Duration SOLVE_LIMIT = Duration.ofSeconds(30);
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final String SOLVE = "solve";
    private static final String DECISION = "decision";
    private static final String LOOP = "loop";
    private static final char SEPARATOR = ' ';

    private final Parts parts;
    private final ClusterViews views;
    private final Peers peers;
    private final StoreContact store;
    private final MastershipService mastership;

    ClusterQueries(
            Parts parts,
            PolicyManager policies,
            PolicyChanges plans,
            FreezeSwitch freeze,
            LinkService links,
            ClusterViews views,
            Peers peers,
            StoreContact store,
            MastershipService mastership) {
        super(parts, policies, plans, freeze, links);
        this.parts = parts;
        this.views = views;
        this.peers = peers;
        this.store = store;
        this.mastership = mastership;
    }

    /** Publishes from now on, and answers the other instances. */
    void start() {
        // Also where there is no other node yet.
        AppThreads.every(
                parts.threads.contact, parts.tasks, CONTACT_MS, "contact", this::lookAtStore);
        AppThreads.every(
                parts.threads.contact,
                parts.tasks,
                CONTACT_MS,
                "nodes",
                () -> views.look(parts.alerts));
        parts.threads.contact.scheduleWithFixedDelay(
                () -> {
                    parts.awake.noteTime();
                    parts.tasks.look();
                },
                CONTACT_MS,
                CONTACT_MS,
                TimeUnit.MILLISECONDS);
        parts.threads.views.scheduleWithFixedDelay(
                parts.tasks.watched("views", PUBLISH_MS, this::publish),
                0,
                PUBLISH_MS,
                TimeUnit.MILLISECONDS);
        peers.answer(SOLVE, none -> super.solveNow().decisions(), parts.threads.peers);
        peers.answer(DECISION, this::answerDecision, parts.threads.peers);
        peers.answer(
                LOOP, after -> List.of(super.loop(Long.parseLong(after))), parts.threads.peers);
    }

    private void lookAtStore() {
        if (parts.terms.isAlone()) {
            store.assumeHeld();
        } else {
            store.look();
        }
    }

    /** Publishes and answers no more. */
    void stop() {
        parts.threads.contact.shutdownNow();
        parts.threads.views.shutdownNow();
        List.of(SOLVE, DECISION, LOOP)
                .forEach(name -> Ending.step("answers to nodes", () -> peers.stop(name)));
        Ending.step("views of this node", views::stop);
    }

    private void publish() {
        if (!parts.terms.isAlone()) {
            publishOwn();
        }
    }

    private void publishOwn() {
        long nowMs = System.currentTimeMillis();
        List<PortView> ports = unmarkedPorts();
        List<DeviceState> states = new ArrayList<>();
        for (DeviceView device : super.devices()) {
            if (parts.terms.isMaster(DeviceId.deviceId(device.device()))) {
                List<PortView> own =
                        ports.stream()
                                .filter(port -> port.device().equals(device.device()))
                                .collect(Collectors.toList());
                states.add(new DeviceState(nowMs, device, own, controlled(device)));
            }
        }
        views.publish(states, new NodeState(nowMs, super.resolves(), super.alerts()));
    }

    private ControlledDevice controlled(DeviceView device) {
        return parts.terms
                .term(DeviceId.deviceId(device.device()))
                .map(
                        term ->
                                new ControlledDevice(
                                        device.device(),
                                        term.number(),
                                        term.sinceMs(),
                                        term.isOpen(),
                                        term.isReconciled(),
                                        term.ports(),
                                        term.adoptedPorts(),
                                        term.isFirstRoundDone()))
                .orElseGet(
                        () ->
                                new ControlledDevice(
                                        device.device(), 0, 0, false, false, 0, 0, false));
    }

    private List<DeviceId> configuredDevices() {
        return List.copyOf(parts.fabric.configuredDevices().keySet());
    }

    @Override
    public List<PortView> ports() {
        if (parts.terms.isAlone()) {
            return super.ports();
        }
        List<PortView> ports =
                configuredDevices().stream()
                        .map(views::device)
                        .flatMap(Optional::stream)
                        .flatMap(state -> state.ports().stream())
                        .sorted(
                                Comparator.comparing(PortView::device)
                                        .thenComparing(PortView::port))
                        .collect(Collectors.toList());
        return markLosses(ports, devices());
    }

    @Override
    public List<DeviceView> devices() {
        if (parts.terms.isAlone()) {
            return super.devices();
        }
        List<DeviceId> available = parts.fabric.availableDevices();
        return configuredDevices().stream()
                .map(
                        device ->
                                views.device(device)
                                        .map(DeviceState::device)
                                        .orElseGet(
                                                () ->
                                                        DeviceView.withoutMaster(
                                                                device.toString(),
                                                                available.contains(device))))
                .collect(Collectors.toList());
    }

    @Override
    public Optional<String> unavailable() {
        return store.loss();
    }

    /** Without contact to the store it would be unknown whose alerts count. */
    @Override
    public List<Alert> alerts() {
        return parts.terms.isAlone() || store.loss().isPresent()
                ? super.alerts()
                : views.alerts(configuredDevices(), super.alerts());
    }

    @Override
    public long resolves() {
        return parts.terms.isAlone() ? super.resolves() : views.resolves();
    }

    @Override
    public List<NodeView> nodes() {
        if (parts.terms.isAlone()) {
            publishOwn();
        }
        return views.nodes(configuredDevices());
    }

    @Override
    public SolveReport solveNow() {
        if (parts.terms.isAlone()) {
            return super.solveNow();
        }
        long startNs = Parts.CLOCK_NS.getAsLong();
        List<DecisionView> decisions = new ArrayList<>(super.solveNow().decisions());
        decisions.addAll(peers.<DecisionView>askAll(SOLVE, "", SOLVE_LIMIT));
        decisions.sort(
                Comparator.comparing(DecisionView::device).thenComparing(DecisionView::port));
        return new SolveReport(decisions, (Parts.CLOCK_NS.getAsLong() - startNs) / 1e6);
    }

    @Override
    public Optional<DecisionView> decision(String device, long port) {
        NodeId master = mastership.getMasterFor(DeviceId.deviceId(device));
        boolean isHere = master == null || parts.terms.isMaster(DeviceId.deviceId(device));
        if (parts.terms.isAlone() || isHere) {
            return super.decision(device, port);
        }
        try {
            return peers
                    .<DecisionView>ask(DECISION, port + " " + device, LIMIT, master)
                    .join()
                    .stream()
                    .findFirst();
        } catch (CompletionException e) {
            throw new RejectedException(
                    RejectedException.Reason.NODE_UNANSWERED,
                    "node " + master + " does not answer: " + e.getCause());
        }
    }

    private List<DecisionView> answerDecision(String question) {
        int separator = question.indexOf(SEPARATOR);
        return super.decision(
                        question.substring(separator + 1),
                        Long.parseLong(question.substring(0, separator)))
                .stream()
                .collect(Collectors.toList());
    }

    @Override
    public LoopView loop(long after) {
        LoopView own = super.loop(after);
        return parts.terms.isAlone()
                ? own
                : own.with(peers.<LoopView>askAll(LOOP, Long.toString(after), LIMIT));
    }
}
