// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.onlab.util.Tools.groupedThreads;

import java.util.Comparator;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.mastership.MastershipAdminService;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the switches among the nodes of a cluster. Without it the first node to connect is the
 * master of all. One node looks after it, the first of those that are ready.
 */
@Component(
        immediate = true,
        service = {},
        property = {
            MasterBalance.SETTLE_SECONDS + ":Integer=" + MasterBalance.DEFAULT_SETTLE_SECONDS
        })
public class MasterBalance {
    static final String SETTLE_SECONDS = "settleSeconds";
    static final int DEFAULT_SETTLE_SECONDS = 120;

    private static final long LOOK_MS = 5_000;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final BalanceRule rule = new BalanceRule();
    private volatile int settleSeconds = DEFAULT_SETTLE_SECONDS;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ClusterService clusterService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected MastershipService mastershipService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected MastershipAdminService mastershipAdminService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ComponentConfigService configuration;

    private ScheduledExecutorService thread;

    @Activate
    protected void activate(ComponentContext context) {
        configuration.registerProperties(getClass());
        configure(context.getProperties());
        thread =
                Executors.newSingleThreadScheduledExecutor(
                        groupedThreads("weir", "master-balance", log));
        thread.scheduleWithFixedDelay(this::guardedLook, LOOK_MS, LOOK_MS, MILLISECONDS);
    }

    @Modified
    protected void modified(ComponentContext context) {
        configure(context.getProperties());
    }

    @Deactivate
    protected void deactivate() {
        thread.shutdownNow();
        configuration.unregisterProperties(getClass(), false);
    }

    private void configure(Dictionary<?, ?> properties) {
        Integer value = Tools.getIntegerProperty(properties, SETTLE_SECONDS);
        if (value != null && value < 0) {
            log.error(
                    "{} must not be negative: {}; {} is used",
                    SETTLE_SECONDS,
                    value,
                    settleSeconds);
        } else if (value != null) {
            settleSeconds = value;
        }
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
        Map<NodeId, Set<DeviceId>> switchesByNode = new HashMap<>();
        for (ControllerNode node : clusterService.getNodes()) {
            if (clusterService.getState(node.id()) == ControllerNode.State.READY) {
                switchesByNode.put(node.id(), mastershipService.getDevicesOf(node.id()));
            }
        }
        NodeId first =
                switchesByNode.keySet().stream().min(Comparator.comparing(NodeId::id)).orElse(null);
        List<BalanceRule.Move> moves =
                rule.moves(
                        switchesByNode,
                        TimeUnit.SECONDS.toMillis(settleSeconds),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        if (!clusterService.getLocalNode().id().equals(first)) {
            return;
        }
        for (BalanceRule.Move move : moves) {
            log.info("masters are balanced: {}", move);
            mastershipAdminService.setRole(move.node(), move.device(), MastershipRole.MASTER);
        }
    }
}
