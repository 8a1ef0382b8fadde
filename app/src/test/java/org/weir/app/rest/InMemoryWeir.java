// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.weir.app.AgentView;
import org.weir.app.Alert;
import org.weir.app.AqmView;
import org.weir.app.ClassChange;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;
import org.weir.app.ControlledDevice;
import org.weir.app.DecisionView;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;
import org.weir.app.LoopView;
import org.weir.app.NodeView;
import org.weir.app.PolicyView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.SolveReport;
import org.weir.app.TargetsView;
import org.weir.app.WeirService;
import org.weir.app.agents.FlowReport;
import org.weir.app.change.Edit;
import org.weir.app.change.Freeze;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.RunningPolicy;
import org.weir.app.classifier.ClassifierCount;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.delivery.WebhookStore;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.event.EventKind;
import org.weir.app.flow.FlowList;
import org.weir.app.flow.FlowView;
import org.weir.app.flow.ShapedFlow;
import org.weir.app.host.HostAddress;
import org.weir.app.host.HostView;
import org.weir.app.journal.SharedMaps;
import org.weir.app.past.QueuePoint;
import org.weir.app.policy.FreezeSwitch;
import org.weir.app.policy.StoredDocuments;
import org.weir.app.route.RouteView;
import org.weir.app.webhook.SecretEdit;
import org.weir.app.webhook.Webhooks;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;

/**
 * The service over a policy held in memory, with one port: {@code device:s1/4}, whose first class
 * has settings and whose second has none yet.
 */
class InMemoryWeir implements WeirService {

    private ObjectNode policy;
    private int policiesAccepted;
    private Runnable afterReading = () -> {};
    private Runnable afterSetting = () -> {};
    private String unavailable;
    private static final long NOW_MS = 1_700_000_000_000L;

    private FlowList flows = new FlowList(List.of(), 0);
    private final Map<String, Integer> leases = new TreeMap<>();
    private final StoredDocuments freezes = new StoredDocuments();
    private FreezeSwitch freeze = new FreezeSwitch(freezes.store(), any -> {}, () -> NOW_MS);
    private final InMemoryChanges changes = new InMemoryChanges(this);
    private final SharedMaps maps = new SharedMaps();
    private final Webhooks webhooks =
            new WebhookStore(maps.consistent("webhooks"), maps.eventual("states"), () -> 1L);

    /** A service with two classes, A and C. */
    InMemoryWeir() {
        freeze.refresh();
        policy = JsonNodeFactory.instance.objectNode();
        policy.put("objective", "targets").put("periodMs", 1000).put("defaultClass", "C");
        ObjectNode voice = policy.putArray("classes").addObject();
        voice.put("name", "A").put("kind", "A").put("importance", 3);
        voice.putObject("targets").put("delayMs", 5.0).put("lossFraction", 0.001);
        voice.putArray("match").addObject().put("dscp", 46);
        ObjectNode bulk = ((ArrayNode) policy.get("classes")).addObject();
        bulk.put("name", "C").put("kind", "C").put("importance", 1);
        bulk.putObject("targets");
        bulk.putArray("match");
        webhooks.put(
                "operations", "http://127.0.0.1:9/weir", SecretEdit.to("0123456789abcdef"), null);
    }

    /** Number of policies accepted since the start. */
    int policiesAccepted() {
        return policiesAccepted;
    }

    /** Runs something once, after the policy has been read next. */
    void afterReading(Runnable once) {
        afterReading =
                () -> {
                    afterReading = () -> {};
                    once.run();
                };
    }

    /** Runs something once, after the next change of the policy has come into force. */
    void afterSetting(Runnable once) {
        afterSetting =
                () -> {
                    afterSetting = () -> {};
                    once.run();
                };
    }

    /** Forgets the policy, as before the first was configured. */
    void unconfigure() {
        policy = null;
    }

    @Override
    public boolean configured() {
        return policy != null;
    }

    @Override
    public Optional<PolicyView> policy() {
        return policyDocument()
                .map(
                        node ->
                                new PolicyView(
                                        node.path("objective").asText(),
                                        node.path("solver").asText("de"),
                                        node.path("periodMs").asLong(),
                                        node.path("defaultClass").asText()));
    }

    @Override
    public Optional<RunningPolicy> runningPolicy() {
        Optional<RunningPolicy> read =
                Optional.ofNullable(policy)
                        .map(one -> new RunningPolicy(one.deepCopy(), changes.version()));
        afterReading.run();
        return read;
    }

    @Override
    public RunningPolicy setPolicy(ObjectNode document, Edit edit) {
        JsonNode classes = document.path("classes");
        for (int i = 0; i < classes.size(); i++) {
            String field = "classes[" + i + "].targets.delayMs";
            JsonNode delay = classes.get(i).path("targets").path("delayMs");
            if (!delay.isMissingNode() && !(delay.asDouble() > 0)) {
                throw new RejectedException(
                        Reason.INVALID, field, field + ": must be greater than 0");
            }
        }
        policy = document.deepCopy();
        policiesAccepted++;
        changes.accepted(policy, edit);
        RunningPolicy set = new RunningPolicy(document.deepCopy(), changes.version());
        afterSetting.run();
        return set;
    }

    @Override
    public PolicyChanges changes() {
        return changes;
    }

    @Override
    public boolean isFrozen() {
        return freeze.isFrozen();
    }

    @Override
    public boolean isFreezeKnown() {
        return freeze.isKnown();
    }

    /** The application has just started and has not read yet whether settings are frozen. */
    void forgetFreeze() {
        freeze = new FreezeSwitch(freezes.store(), any -> {}, () -> NOW_MS);
    }

    /** From now on the store of freezes does not answer, or answers again. */
    void silenceFreezes(boolean isSilent) {
        freezes.fail(isSilent);
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
        return 7;
    }

    @Override
    public List<PortView> ports() {
        Map<QueueFigure, Number> measured =
                Map.of(
                        QueueFigure.OFFERED_RATE,
                        1_200_000.4,
                        QueueFigure.GOODPUT,
                        1_100_000.0,
                        QueueFigure.DEPTH_MEAN,
                        3.5,
                        QueueFigure.DEPTH_MAX,
                        9,
                        QueueFigure.DELAY_P50,
                        0.5,
                        QueueFigure.DELAY_P99,
                        Double.NaN,
                        QueueFigure.MARKS,
                        11,
                        QueueFigure.FEEDBACK,
                        2,
                        QueueFigure.DROPS,
                        1);
        QueueSettings settings =
                QueueSettings.builder(0)
                        .weightFraction(0.4)
                        .weightPackets(6)
                        .marking(Marking.atDepth(12))
                        .limitPackets(48)
                        .arrivalRateBps(1_200_000)
                        .serviceRateBps(4_000_000)
                        .targetRateBps(3_900_000)
                        .build();
        return List.of(
                new PortView(
                                "device:s1",
                                4,
                                "s1-eth4",
                                10_000_000,
                                256,
                                OptionalDouble.of(131.072),
                                true,
                                3,
                                1_700_000_000_000L,
                                List.of(
                                        new QueueView(
                                                0,
                                                "A",
                                                measured,
                                                settings,
                                                false,
                                                List.of("delayMs")),
                                        new QueueView(1, "C", Map.of(), null, true, List.of())
                                                .withUndecided(List.of("p99DelayMs"))))
                        .withAqm(
                                new AqmView(
                                        "codel", 5000, 100_000, 0, 0, List.of(), true, null, 0)));
    }

    @Override
    public Optional<PortView> port(String device, long port) {
        return ports().stream()
                .filter(one -> one.device().equals(device) && one.port() == port)
                .findFirst();
    }

    @Override
    public List<ClassView> classes() {
        return runningPolicy().map(this::classes).orElse(List.of());
    }

    @Override
    public List<ClassView> classes(RunningPolicy of) {
        List<ClassView> views = new ArrayList<>();
        JsonNode classes = of.document().path("classes");
        for (int i = 0; i < classes.size(); i++) {
            JsonNode one = classes.get(i);
            JsonNode targets = one.path("targets");
            views.add(
                    new ClassView(
                            i,
                            one.path("name").asText(),
                            one.path("kind").asText(),
                            one.path("importance").asDouble(),
                            targets(targets),
                            List.of()));
        }
        return views;
    }

    private static TargetsView targets(JsonNode node) {
        Map<Target, Double> values = new EnumMap<>(Target.class);
        for (Target target : Target.values()) {
            if (node.has(target.field())) {
                values.put(target, node.get(target.field()).asDouble());
            }
        }
        return new TargetsView(values);
    }

    @Override
    public Optional<ClassView> trafficClass(String name) {
        return classes().stream().filter(one -> one.name().equals(name)).findFirst();
    }

    @Override
    public ClassView setClass(String name, ClassChange change, Edit edit) {
        throw new UnsupportedOperationException("REST changes classes through the policy");
    }

    @Override
    public SolveReport solveNow() {
        if (!configured()) {
            throw new RejectedException(Reason.UNAVAILABLE, "policy: none is running");
        }
        return new SolveReport(List.of(decision()), 1.5);
    }

    @Override
    public Optional<DecisionView> decision(String device, long port) {
        return port(device, port).map(one -> decision());
    }

    private static DecisionView decision() {
        return new DecisionView(
                "device:s1",
                4,
                1_700_000_000_000L,
                true,
                false,
                List.of(),
                List.of("A: delay 6 ms > 5 ms"));
    }

    @Override
    public List<NodeView> nodes() {
        return List.of(
                new NodeView(
                        "127.0.0.1",
                        "127.0.0.1",
                        true,
                        List.of(
                                new ControlledDevice(
                                        "device:s1",
                                        3,
                                        1_700_000_000_000L,
                                        true,
                                        true,
                                        4,
                                        4,
                                        true))),
                new NodeView("127.0.0.2", "127.0.0.2", false, List.of()));
    }

    @Override
    public List<DeviceView> devices() {
        return List.of(
                new DeviceView(
                        "device:s1",
                        true,
                        new DropsView(
                                Map.of(
                                        DropCause.UNROUTED, DropCount.of(120, 20, 5000),
                                        DropCause.EXPIRED, DropCount.of(0, 0, 5000),
                                        DropCause.MALFORMED, DropCount.of(0, 0, 5000),
                                        DropCause.PORT_TX, DropCount.of(7))),
                        120,
                        3,
                        false),
                new DeviceView("device:s2", false, DropsView.UNKNOWN, 120, 0, true));
    }

    @Override
    public Optional<List<QueuePoint>> history(String device, long port, String className) {
        return port(device, port)
                .filter(one -> className.equals("A") || className.equals("B"))
                .map(
                        one ->
                                List.of(
                                        QueuePoint.of(
                                                1_764_000_000_000L,
                                                Map.of(
                                                        QueuePoint.Figure.OFFERED_BPS, 5_000_000,
                                                        QueuePoint.Figure.DELAY_P99_MS, 4.25,
                                                        QueuePoint.Figure.THRESHOLD_PACKETS, 20)),
                                        QueuePoint.of(
                                                1_764_000_010_000L,
                                                Map.of(QueuePoint.Figure.MARKS, 7))));
    }

    @Override
    public List<ClassifierView> classifiers(Optional<String> device) {
        JsonNode rule = JsonNodeFactory.instance.objectNode().put("dscp", 46);
        ClassifierCount ofBmv2 = ClassifierCount.of(1200, 1_500_000);
        ClassifierCount ofTofino = ClassifierCount.uncounted();
        return List.of(
                new ClassifierView(
                        1,
                        "A",
                        rule,
                        device.map(one -> one.equals("device:s1") ? ofBmv2 : ofTofino)
                                .orElse(ofBmv2.plus(ofTofino))),
                new ClassifierView(2, "C", null, ofTofino));
    }

    @Override
    public List<HostView> hosts() {
        return List.of(
                new HostView(
                        "02:00:00:00:00:01/None",
                        "device:s1",
                        1,
                        List.of(
                                new HostAddress(
                                        "10.0.0.1", HostAddress.Agent.POLICY, Optional.of(true)),
                                new HostAddress(
                                        "10.0.0.9", HostAddress.Agent.NONE, Optional.of(false)))),
                new HostView(
                        "02:00:00:00:00:02/None",
                        "device:s1",
                        2,
                        List.of(
                                new HostAddress(
                                        "10.0.0.2",
                                        HostAddress.Agent.REGISTERED,
                                        Optional.empty()))),
                new HostView("02:00:00:00:00:03/None", "device:s2", 2, List.of()));
    }

    @Override
    public List<RouteView> routes() {
        return List.of(
                new RouteView("0.0.0.0/0", "10.0.0.254", RouteView.State.INSTALLED, "device:s2", 3),
                new RouteView("2001:db8:1::/48", "2001:db8::fe", RouteView.State.NEXT_HOP_UNKNOWN));
    }

    @Override
    public List<AgentView> agents() {
        List<AgentView> agents = new ArrayList<>();
        agents.add(new AgentView("10.0.0.1", true, OptionalLong.empty(), Optional.of("device:s1")));
        leases.forEach(
                (address, seconds) ->
                        agents.add(
                                new AgentView(
                                        address,
                                        false,
                                        OptionalLong.of(1000L * seconds),
                                        Optional.empty())));
        return agents;
    }

    @Override
    public void registerAgent(String address, int leaseSeconds) {
        if (leaseSeconds < 5) {
            throw new RejectedException(
                    Reason.INVALID, "leaseSeconds", "leaseSeconds: must be 5 to 3600");
        }
        leases.put(address, leaseSeconds);
    }

    @Override
    public void removeAgent(String address) {
        leases.remove(address);
    }

    @Override
    public FlowList flows() {
        return flows;
    }

    @Override
    public void reportFlows(String address, ObjectNode report) {
        if (!leases.containsKey(address)) {
            throw new RejectedException(
                    Reason.UNKNOWN, "address", "address: no agent is registered with " + address);
        }
        FlowReport read = FlowReport.read(IpAddress.valueOf(address), report, NOW_MS);
        flows =
                new FlowList(
                        read.flows().stream()
                                .map(InMemoryWeir::view)
                                .sorted(Comparator.comparing(FlowView::ends))
                                .collect(Collectors.toList()),
                        read.omitted());
    }

    /** Class A has index 0, and every host is at its own port of s1. */
    private static FlowView view(ShapedFlow flow) {
        return new FlowView(
                flow,
                flow.classIndex().isPresent() && flow.classIndex().getAsInt() == 0
                        ? Optional.of("A")
                        : Optional.empty(),
                Optional.of("device:s1"),
                OptionalLong.of(2));
    }

    @Override
    public LoopView loop(long after) {
        LoopView.Times[] times = {
            LoopView.Times.of(4_000_000, 1_000_000, 2_000_000, 3_000_000), LoopView.Times.of()
        };
        LoopView.Times kept = after < 4 ? times[0] : times[1];
        return new LoopView(4, 1, kept, times[1], kept, 2);
    }

    @Override
    public List<Alert> alerts() {
        return List.of(
                new Alert("host-unreachable", "10.0.0.9", "no path", 1_700_000_000_000L),
                new Alert("settings-refused", "device:s1/4", "write failed", 1L));
    }

    @Override
    public Optional<String> unavailable() {
        return Optional.ofNullable(unavailable);
    }

    /** Lets the node have no contact to the cluster, for a reason. */
    void cutOff(String reason) {
        unavailable = reason;
    }

    @Override
    public List<Event> events() {
        AlertReference alert = new AlertReference("settings-refused", 1L, null);
        return List.of(
                Event.of(EventKind.POLICY_CHANGED, "policy", "version 2 by onos (REST): changed")
                        .as(new EventId(1_700_000_002_000L, 3, "127.0.0.1")),
                Event.of(EventKind.LINK_DOWN, "device:s1/4", "link lost to device:s2/1")
                        .at("device:s1", 4)
                        .as(new EventId(1_700_000_001_000L, 2, "127.0.0.1")),
                Event.of(EventKind.ALERT_BEGAN, "device:s1", "write failed")
                        .at("device:s1")
                        .about(alert)
                        .as(new EventId(1_700_000_001_000L, 1, "127.0.0.1")));
    }

    @Override
    public Webhooks webhooks() {
        return webhooks;
    }
}
