// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.StorageService;
import org.weir.app.Alert;
import org.weir.app.AlertType;
import org.weir.app.ControlledDevice;
import org.weir.app.NodeView;
import org.weir.app.alerts.AlertBoard;

/**
 * Views of the cluster: each instance publishes the switches that it controls, and every instance
 * shows those of all. An entry counts as long as its writer is the master of the switch and is
 * ready. So an entry of a former master or of a lost instance is not shown. What an instance that
 * is ready has not published again for {@value #OLD_S} s is shown as not measured: its clock may
 * differ from this instance's, so each notes by its own when an entry has changed. The time in
 * which this process stood still does not count: what the others published meanwhile is still to
 * arrive then.
 */
public final class ClusterViews {

    private static final String MAP_NAME = "weir-views";
    private static final String NODE = "node";
    private static final char SEPARATOR = '@';

    /** Time after which an entry that has not changed is old, s: ten times the usual one. */
    private static final long OLD_S = 10;

    private static final String NODE_SILENT = AlertType.NODE_SILENT.word();

    private final ClusterService cluster;
    private final MastershipService mastership;
    private final EventuallyConsistentMap<String, byte[]> map;
    private final LongSupplier clockNs;
    private final String own;

    /** The entries as they were last seen. */
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    private boolean stopped;

    /** An entry, and the time at which it was first seen so. */
    private static final class Seen {
        final byte[] entry;
        final long sinceNs;

        Seen(byte[] entry, long sinceNs) {
            this.entry = entry;
            this.sinceNs = sinceNs;
        }
    }

    /**
     * Views of the cluster.
     *
     * @param storage ONOS's storage
     * @param cluster instances of ONOS
     * @param mastership masters of the switches
     * @param clockNs monotonic time without standstills of this process, ns
     */
    public ClusterViews(
            StorageService storage,
            ClusterService cluster,
            MastershipService mastership,
            LongSupplier clockNs) {
        this(MapsInMemory.open(storage, MAP_NAME), cluster, mastership, clockNs);
    }

    ClusterViews(
            EventuallyConsistentMap<String, byte[]> map,
            ClusterService cluster,
            MastershipService mastership,
            LongSupplier clockNs) {
        this.clockNs = clockNs;
        this.map = map;
        this.cluster = cluster;
        this.mastership = mastership;
        own = cluster.getLocalNode().id().toString();
    }

    /**
     * Publishes what this instance shows; to be called once a second.
     *
     * @param devices the switches that it controls
     * @param node its other findings
     */
    public synchronized void publish(Collection<DeviceState> devices, NodeState node) {
        if (stopped) {
            return;
        }
        Set<String> present = new HashSet<>();
        for (DeviceState state : devices) {
            String key = key(state.device().device(), own);
            present.add(key);
            map.put(key, ViewCodec.encode(state));
        }
        String nodeKey = key(NODE, own);
        present.add(nodeKey);
        map.put(nodeKey, ViewCodec.encode(node));
        for (String key : map.keySet()) {
            if (key.endsWith(SEPARATOR + own) && !present.contains(key)) {
                map.remove(key);
            }
        }
    }

    /** Publishes nothing more, and takes back what was published. */
    public synchronized void stop() {
        stopped = true;
        map.keySet().stream().filter(key -> key.endsWith(SEPARATOR + own)).forEach(map::remove);
    }

    /** Gives up this instance's copy, which is not to be used any more. */
    public void close() {
        map.destroy();
    }

    private static String key(String what, String node) {
        return what + SEPARATOR + node;
    }

    private boolean isReady(NodeId node) {
        ControllerNode.State state = cluster.getState(node);
        return state != null && state.isActive();
    }

    /**
     * Takes notice of all entries; to be called once a second, so that it is known how old each is.
     * An instance without others need not publish, and counts as no silent one.
     *
     * @param alerts is told about the instances that are ready and do not publish
     */
    public void look(AlertBoard alerts) {
        Set<String> present = map.keySet();
        seen.keySet().retainAll(present);
        present.forEach(this::isOld);
        Map<String, String> silent = new TreeMap<>();
        Set<ControllerNode> nodes = cluster.getNodes();
        boolean isAlone = nodes.size() < 2;
        for (ControllerNode node : nodes) {
            String key = key(NODE, node.id().toString());
            if (isAlone || !isReady(node.id())) {
                // When it is back, or has others again, it has the whole time to publish again.
                seen.remove(key);
            } else if (isOld(key)) {
                silent.put(
                        node.id().toString(),
                        "has published nothing for "
                                + OLD_S
                                + " s: the present figures of its switches' queues are unknown");
            }
        }
        alerts.replace(NODE_SILENT, silent);
    }

    private boolean isOld(String key) {
        byte[] entry = map.get(key);
        if (entry == null) {
            return false;
        }
        long nowNs = clockNs.getAsLong();
        Seen last =
                seen.compute(
                        key,
                        (any, before) ->
                                before != null && before.entry == entry
                                        ? before
                                        : new Seen(entry, nowNs));
        return nowNs - last.sinceNs > TimeUnit.SECONDS.toNanos(OLD_S);
    }

    /**
     * A switch as its master shows it; if the master has not published it again for {@value #OLD_S}
     * s, with ports that are not measured.
     *
     * @param device switch
     * @return empty if it has no master that is ready, or that has shown it yet
     */
    public Optional<DeviceState> device(DeviceId device) {
        NodeId master = mastership.getMasterFor(device);
        if (master == null || !isReady(master)) {
            return Optional.empty();
        }
        String key = key(device.toString(), master.toString());
        boolean isOld = isOld(key);
        return Optional.ofNullable(map.get(key))
                .map(ViewCodec::<DeviceState>decode)
                .map(state -> isOld ? state.withoutMeasurements() : state);
    }

    private Map<String, NodeState> nodeStates() {
        Map<String, NodeState> found = new TreeMap<>();
        for (ControllerNode node : cluster.getNodes()) {
            byte[] state = map.get(key(NODE, node.id().toString()));
            if (state != null && isReady(node.id())) {
                found.put(node.id().toString(), ViewCodec.decode(state));
            }
        }
        return found;
    }

    /** Rounds that led to new settings, of all instances that are ready, since their starts. */
    public long resolves() {
        return nodeStates().values().stream().mapToLong(NodeState::resolves).sum();
    }

    /**
     * The alerts of the cluster: about a switch those of its master, and of all instances where it
     * has none; about anything else those of all. The same alert of several instances is one, with
     * the earliest start.
     *
     * @param devices the switches
     * @param ownAlerts alerts of this instance at this moment, which may be newer than those that
     *     it has published
     * @return the alerts by kind and subject
     */
    public List<Alert> alerts(Collection<DeviceId> devices, List<Alert> ownAlerts) {
        Map<String, List<Alert>> alertsByNode = new TreeMap<>();
        nodeStates()
                .forEach(
                        (node, state) -> {
                            if (!isOld(key(NODE, node)) || isMaster(node, devices)) {
                                alertsByNode.put(node, state.alerts());
                            }
                        });
        alertsByNode.put(own, ownAlerts);
        Map<String, Alert> merged = new TreeMap<>();
        alertsByNode.forEach(
                (node, alerts) ->
                        alerts.stream()
                                .filter(counts(node, devices))
                                .forEach(
                                        alert ->
                                                merged.merge(
                                                        alert.kind() + ' ' + alert.subject(),
                                                        alert,
                                                        ClusterViews::earlier)));
        return new ArrayList<>(merged.values());
    }

    private boolean isMaster(String node, Collection<DeviceId> devices) {
        return devices.stream()
                .map(mastership::getMasterFor)
                .anyMatch(master -> master != null && master.toString().equals(node));
    }

    private Predicate<Alert> counts(String node, Collection<DeviceId> devices) {
        return alert -> {
            for (DeviceId device : devices) {
                if (alert.isAbout(device.toString())) {
                    NodeId master = mastership.getMasterFor(device);
                    return master == null || !isReady(master) || master.toString().equals(node);
                }
            }
            return true;
        };
    }

    private static Alert earlier(Alert one, Alert other) {
        Alert first = one.sinceMs() <= other.sinceMs() ? one : other;
        Set<String> from = new TreeSet<>(one.from());
        from.addAll(other.from());
        return new Alert(first.kind(), first.subject(), first.text(), first.sinceMs(), from);
    }

    /**
     * The instances of the cluster, by id, with the switches that each controls.
     *
     * @param devices the switches
     */
    public List<NodeView> nodes(Collection<DeviceId> devices) {
        return cluster.getNodes().stream()
                .sorted(Comparator.comparing(node -> node.id().toString()))
                .map(node -> view(node, devices))
                .collect(Collectors.toList());
    }

    private NodeView view(ControllerNode node, Collection<DeviceId> devices) {
        boolean isReady = isReady(node.id());
        List<ControlledDevice> controlled = new ArrayList<>();
        for (DeviceId device : devices) {
            if (isReady && node.id().equals(mastership.getMasterFor(device))) {
                device(device).map(DeviceState::term).ifPresent(controlled::add);
            }
        }
        return new NodeView(node.id().toString(), String.valueOf(node.ip()), isReady, controlled);
    }
}
