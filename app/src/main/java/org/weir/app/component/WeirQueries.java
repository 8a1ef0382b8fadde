// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.link.LinkService;
import org.weir.app.AgentView;
import org.weir.app.Alert;
import org.weir.app.ClassChange;
import org.weir.app.ClassView;
import org.weir.app.DecisionView;
import org.weir.app.DeviceView;
import org.weir.app.LoopView;
import org.weir.app.PolicyView;
import org.weir.app.PortView;
import org.weir.app.RejectedException;
import org.weir.app.SolveReport;
import org.weir.app.WeirService;
import org.weir.app.agents.AgentRegistry;
import org.weir.app.change.Edit;
import org.weir.app.change.Freeze;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.RunningPolicy;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.event.Event;
import org.weir.app.flow.FlowList;
import org.weir.app.host.HostView;
import org.weir.app.past.QueuePoint;
import org.weir.app.policy.FreezeSwitch;
import org.weir.app.policy.PolicyManager;
import org.weir.app.route.RouteView;
import org.weir.app.webhook.Webhooks;
import org.weir.control.PortId;
import org.weir.control.loop.ControlLoop;
import org.weir.control.loop.Decision;
import org.weir.control.loop.PortState;
import org.weir.control.policy.Policy;

/** Answers what REST, the shell and the dashboard ask of this instance; makes their changes. */
abstract class WeirQueries implements WeirService {

    private static final long SOLVE_NOW_S = 30;

    private final Parts parts;
    private final PolicyManager policies;
    private final PolicyChanges plans;
    private final FreezeSwitch freeze;
    private final LinkService links;

    WeirQueries(
            Parts parts,
            PolicyManager policies,
            PolicyChanges plans,
            FreezeSwitch freeze,
            LinkService links) {
        this.parts = parts;
        this.policies = policies;
        this.plans = plans;
        this.freeze = freeze;
        this.links = links;
    }

    @Override
    public boolean configured() {
        return policies.policy().isPresent();
    }

    @Override
    public Optional<PolicyView> policy() {
        return policies.policy().map(Views::policy);
    }

    @Override
    public List<PortView> ports() {
        return markLosses(unmarkedPorts(), devices());
    }

    /** The ports that this instance controls, without marks for losses outside queues. */
    List<PortView> unmarkedPorts() {
        return parts.control.loop().map(ControlLoop::states).orElse(List.of()).stream()
                .map(this::view)
                .collect(Collectors.toList());
    }

    /** The ports with marks for losses outside queues of any switch. */
    List<PortView> markLosses(List<PortView> ports, List<DeviceView> devices) {
        return LossMarks.mark(ports, devices, this::portsTo);
    }

    private Set<PortId> portsTo(String device) {
        return links.getDeviceIngressLinks(DeviceId.deviceId(device)).stream()
                .map(Link::src)
                .filter(source -> source.elementId() instanceof DeviceId)
                .map(source -> new PortId(source.deviceId().toString(), source.port().toLong()))
                .collect(Collectors.toSet());
    }

    @Override
    public Optional<PortView> port(String device, long port) {
        return ports().stream()
                .filter(each -> each.device().equals(device) && each.port() == port)
                .findFirst();
    }

    @Override
    public Optional<List<QueuePoint>> history(String device, long port, String className) {
        List<QueuePoint> kept = parts.history.points(device, port, className);
        return kept.isEmpty()
                ? port(device, port)
                        .filter(
                                one ->
                                        one.queues().stream()
                                                .anyMatch(
                                                        queue ->
                                                                queue.className()
                                                                        .equals(className)))
                        .map(one -> kept)
                : Optional.of(kept);
    }

    @Override
    public List<ClassView> classes() {
        return policies.policy().map(Policy::classes).orElse(List.of()).stream()
                .map(Views::trafficClass)
                .collect(Collectors.toList());
    }

    @Override
    public List<ClassView> classes(RunningPolicy policy) {
        return policies.check(policy.document()).classes().stream()
                .map(Views::trafficClass)
                .collect(Collectors.toList());
    }

    @Override
    public Optional<ClassView> trafficClass(String name) {
        return policies.policy()
                .flatMap(policy -> policy.classNamed(name))
                .map(Views::trafficClass);
    }

    @Override
    public ClassView setClass(String name, ClassChange change, Edit edit) {
        RunningPolicy changed = policies.change(name, change, edit);
        return classes(changed).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new RejectedException(
                                        RejectedException.Reason.UNKNOWN,
                                        name + ": no class of this name"));
    }

    @Override
    public SolveReport solveNow() {
        if (!configured()) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE, "no policy is in force");
        }
        long startNs = Parts.CLOCK_NS.getAsLong();
        try {
            List<DecisionView> decisions =
                    parts.control.runNow().orTimeout(SOLVE_NOW_S, TimeUnit.SECONDS).join().stream()
                            .map(this::view)
                            .collect(Collectors.toList());
            return new SolveReport(decisions, (Parts.CLOCK_NS.getAsLong() - startNs) / 1e6);
        } catch (CompletionException e) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE, "not solved: " + e.getCause());
        }
    }

    @Override
    public Optional<DecisionView> decision(String device, long port) {
        return parts.control
                .loop()
                .flatMap(loop -> loop.decision(new PortId(device, port)))
                .map(this::view);
    }

    @Override
    public List<DeviceView> devices() {
        List<DeviceId> available = parts.fabric.availableDevices();
        return parts.fabric.configuredDevices().keySet().stream()
                .map(
                        device ->
                                new DeviceView(
                                        device.toString(),
                                        available.contains(device),
                                        parts.drops.drops(device),
                                        parts.rules.confirmedCount(device),
                                        parts.rules.unconfirmedCount(device),
                                        policies.policy()
                                                .map(one -> parts.classifier.isInForce(device, one))
                                                .orElse(false)))
                .collect(Collectors.toList());
    }

    @Override
    public List<ClassifierView> classifiers(Optional<String> device) {
        List<DeviceId> counted =
                parts.fabric.configuredDevices().keySet().stream()
                        .filter(one -> device.map(one.toString()::equals).orElse(true))
                        .collect(Collectors.toList());
        return policyDocument()
                .flatMap(
                        document ->
                                policy().map(
                                                running ->
                                                        ClassifierViews.of(
                                                                document,
                                                                running.defaultClass(),
                                                                parts.classifierCounters,
                                                                counted)))
                .orElse(List.of());
    }

    @Override
    public List<HostView> hosts() {
        return HostViews.of(parts, policies.policy());
    }

    @Override
    public List<RouteView> routes() {
        return parts.forwarding.staticRoutes();
    }

    @Override
    public List<AgentView> agents() {
        Map<IpAddress, Long> leases = parts.agents.leases();
        Map<IpAddress, String> places = new TreeMap<>();
        parts.fabric
                .hosts()
                .forEach(
                        host ->
                                host.ipAddresses()
                                        .forEach(
                                                address ->
                                                        places.put(
                                                                address,
                                                                host.location()
                                                                        .deviceId()
                                                                        .toString())));
        Predicate<IpAddress> byPolicy =
                address ->
                        policies.policy().filter(p -> p.hasAgent(address.toOctets())).isPresent();
        Set<IpAddress> all = new TreeSet<>(leases.keySet());
        places.keySet().stream().filter(byPolicy).forEach(all::add);
        return all.stream()
                .map(
                        address ->
                                new AgentView(
                                        address.toString(),
                                        byPolicy.test(address),
                                        leases.containsKey(address)
                                                ? OptionalLong.of(leases.get(address))
                                                : OptionalLong.empty(),
                                        Optional.ofNullable(places.get(address))))
                .collect(Collectors.toList());
    }

    @Override
    public void registerAgent(String address, int leaseSeconds) {
        parts.agents.register(address, leaseSeconds);
    }

    @Override
    public void removeAgent(String address) {
        parts.agents.remove(address);
        parts.flows.remove(AgentRegistry.parse(address));
    }

    @Override
    public FlowList flows() {
        return FlowViews.of(parts.flows.all(), this::hasAgent, classes(), parts.fabric.hosts());
    }

    @Override
    public void reportFlows(String address, ObjectNode report) {
        IpAddress source = AgentRegistry.parse(address);
        if (!hasAgent(source)) {
            throw new RejectedException(
                    RejectedException.Reason.UNKNOWN,
                    "address",
                    "address: no agent is registered with " + source);
        }
        parts.flows.put(source, report);
    }

    private boolean hasAgent(IpAddress address) {
        return parts.agents.isRegistered(address)
                || policies.policy().filter(one -> one.hasAgent(address.toOctets())).isPresent();
    }

    @Override
    public List<Alert> alerts() {
        return parts.alerts.all();
    }

    @Override
    public List<Event> events() {
        return parts.journal.newestFirst();
    }

    @Override
    public Webhooks webhooks() {
        return parts.webhooks;
    }

    @Override
    public Optional<RunningPolicy> runningPolicy() {
        return policies.runningPolicy();
    }

    @Override
    public RunningPolicy setPolicy(ObjectNode document, Edit edit) {
        return policies.replace(document, edit);
    }

    @Override
    public PolicyChanges changes() {
        return plans;
    }

    @Override
    public boolean isFrozen() {
        return freeze.isFrozen();
    }

    @Override
    public boolean isFreezeKnown() {
        return freeze.isKnown();
    }

    @Override
    public Optional<List<Freeze>> freezes() {
        return freeze.record();
    }

    @Override
    public Optional<Freeze> setFrozen(boolean frozen, Edit edit) {
        return freeze.set(frozen, edit);
    }

    @Override
    public long resolves() {
        return parts.control.loop().map(ControlLoop::sentCount).orElse(0L);
    }

    @Override
    public LoopView loop(long after) {
        return parts.control.times(after);
    }

    private PortView view(PortState state) {
        PortId id = state.port();
        long solvedAtMs =
                parts.control
                        .loop()
                        .flatMap(loop -> loop.decision(id))
                        .map(last -> Views.timeMs(last, Parts.CLOCK_NS.getAsLong(), wallMs()))
                        .orElse(0L);
        DeviceId device = DeviceId.deviceId(id.device());
        return Views.port(
                        state,
                        parts.fabric.port(device, id.port()),
                        parts.fabric.platform(device),
                        parts.control.resolves(id),
                        solvedAtMs)
                .withArrivalPipes(
                        Views.arrivalPipes(
                                parts.fabric.platform(device), parts.fabric.usedPorts(device)))
                .withScheduling(parts.schedulers.view(id))
                .withAqm(Views.aqm(id, parts.aqm.inForce(id), parts.fabric.platform(device)))
                .withCanaryPlan(
                        policies.canary(id)
                                .map(plan -> OptionalLong.of(plan.number()))
                                .orElseGet(OptionalLong::empty));
    }

    private DecisionView view(Decision decision) {
        return Views.decision(decision, Parts.CLOCK_NS.getAsLong(), wallMs());
    }

    private static long wallMs() {
        return System.currentTimeMillis();
    }
}
