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
import org.weir.app.ControlledDevice;
import org.weir.app.NodeView;

/**
 * Views of the cluster: each instance publishes the switches that it controls, and every instance
 * shows those of all. An entry counts as long as its writer is the master of the switch and is
 * ready. So an entry of a former master or of a lost instance is not shown.
 */
public final class ClusterViews {

    private static final String MAP_NAME = "weir-views";
    private static final String NODE = "node";
    private static final char SEPARATOR = '@';

    private final ClusterService cluster;
    private final MastershipService mastership;
    private final EventuallyConsistentMap<String, byte[]> map;
    private final String own;
    private boolean stopped;

    /**
     * Views of the cluster.
     *
     * @param storage ONOS's storage
     * @param cluster instances of ONOS
     * @param mastership masters of the switches
     */
    public ClusterViews(
            StorageService storage, ClusterService cluster, MastershipService mastership) {
        this(MapsInMemory.open(storage, MAP_NAME), cluster, mastership);
    }

    ClusterViews(
            EventuallyConsistentMap<String, byte[]> map,
            ClusterService cluster,
            MastershipService mastership) {
        this.map = map;
        this.cluster = cluster;
        this.mastership = mastership;
        own = cluster.getLocalNode().id().toString();
    }

    /**
     * Publishes what this instance shows.
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
     * A switch as its master shows it.
     *
     * @param device switch
     * @return empty if it has no master that is ready, or that has shown it yet
     */
    public Optional<DeviceState> device(DeviceId device) {
        NodeId master = mastership.getMasterFor(device);
        if (master == null || !isReady(master)) {
            return Optional.empty();
        }
        return Optional.ofNullable(map.get(key(device.toString(), master.toString())))
                .map(ViewCodec::<DeviceState>decode);
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
        nodeStates().forEach((node, state) -> alertsByNode.put(node, state.alerts()));
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
