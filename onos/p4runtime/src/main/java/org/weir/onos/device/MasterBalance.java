// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.onlab.util.Tools.groupedThreads;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.mastership.MastershipAdminService;
import org.onosproject.mastership.MastershipService;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has ONOS share the switches among the nodes of a cluster. Without it the first node to connect is
 * the master of all. One node looks after it, the first of those that are ready.
 */
@Component(
        immediate = true,
        service = {})
public class MasterBalance {
    private static final long LOOK_MS = 5_000;
    private static final long SETTLE_MS = 120_000;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final BalanceRule rule = new BalanceRule(SETTLE_MS);

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ClusterService clusterService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected MastershipService mastershipService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected MastershipAdminService mastershipAdminService;

    private ScheduledExecutorService thread;

    @Activate
    protected void activate() {
        thread =
                Executors.newSingleThreadScheduledExecutor(
                        groupedThreads("weir", "master-balance", log));
        thread.scheduleWithFixedDelay(this::guardedLook, LOOK_MS, LOOK_MS, MILLISECONDS);
    }

    @Deactivate
    protected void deactivate() {
        thread.shutdownNow();
    }

    /** An exception would end the schedule. */
    private void guardedLook() {
        try {
            look();
        } catch (RuntimeException e) {
            log.warn("masters cannot be balanced: {}", e.toString());
        }
    }

    private void look() {
        Map<NodeId, Integer> switchesByNode = new HashMap<>();
        for (ControllerNode node : clusterService.getNodes()) {
            if (clusterService.getState(node.id()) == ControllerNode.State.READY) {
                switchesByNode.put(node.id(), mastershipService.getDevicesOf(node.id()).size());
            }
        }
        NodeId first =
                switchesByNode.keySet().stream().min(Comparator.comparing(NodeId::id)).orElse(null);
        boolean isDue =
                rule.isDue(switchesByNode, TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        if (isDue && clusterService.getLocalNode().id().equals(first)) {
            log.info("masters are balanced; switches by node so far: {}", switchesByNode);
            mastershipAdminService.balanceRoles();
        }
    }
}
