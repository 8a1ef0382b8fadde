// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;
import org.onosproject.net.DeviceId;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleListener;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers over restarts which flow rules ONOS has in its P4 switches.
 *
 * <p>ONOS keeps flow rules in memory. One that starts again knows nothing of the entries that it
 * finds in a switch, and the published driver deletes what it does not know. With this record the
 * entries are recognised and traffic goes on.
 */
@Component(immediate = true, service = FlowRuleRecord.class)
public class FlowRuleRecord {

    private static final String MAP_NAME = "weir-p4-rule-groups";

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final FlowRuleListener ruleListener = this::ruleChanged;
    private final DeviceListener deviceListener = this::deviceChanged;

    private ScheduledExecutorService executor;
    private RuleGroups groups;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected StorageService storageService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected FlowRuleService flowRuleService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DeviceService deviceService;

    @Activate
    protected void activate() {
        executor =
                Executors.newSingleThreadScheduledExecutor(
                        Tools.groupedThreads("weir/p4runtime", "rule-record", log));
        groups =
                new RuleGroups(
                        storageService
                                .<String, List<FlowRule>>consistentMapBuilder()
                                .withName(MAP_NAME)
                                .withSerializer(new DeflatingSerializer(KryoNamespaces.API))
                                .buildAsyncMap(),
                        (task, ms) -> executor.schedule(task, ms, TimeUnit.MILLISECONDS));
        log.info("{} flow rules of an earlier run", groups.size());
        flowRuleService.addListener(ruleListener);
        deviceService.addListener(deviceListener);
    }

    @Deactivate
    protected void deactivate() {
        deviceService.removeListener(deviceListener);
        flowRuleService.removeListener(ruleListener);
        executor.shutdownNow();
        groups.flush();
    }

    /**
     * Returns the rules that a device should have, read from the cluster's store: another node may
     * have been the device's master until now.
     *
     * @param deviceId the device
     * @return rules asked for and not removed since, in this run or an earlier one, by any node
     * @throws StorageException when the store cannot be read
     */
    public List<FlowRule> rules(DeviceId deviceId) {
        groups.reload(deviceId);
        return groups.rules(deviceId);
    }

    private void ruleChanged(FlowRuleEvent event) {
        FlowRule rule = event.subject();
        switch (event.type()) {
            case RULE_ADD_REQUESTED:
            case RULE_ADDED:
            case RULE_UPDATED:
                put(rule);
                break;
            case RULE_REMOVE_REQUESTED:
            case RULE_REMOVED:
                groups.remove(rule);
                break;
            default:
                break;
        }
    }

    private void put(FlowRule rule) {
        if (!rule.isPermanent() || !isP4(rule.deviceId())) {
            return;
        }
        FlowRule before = groups.find(rule);
        // Counters' updates cost nothing.
        if (before == null || !before.treatment().equals(rule.treatment())) {
            groups.put(new DefaultFlowRule(rule));
        }
    }

    private void deviceChanged(DeviceEvent event) {
        if (event.type() == DeviceEvent.Type.DEVICE_REMOVED) {
            groups.forget(event.subject().id());
        }
    }

    private boolean isP4(DeviceId deviceId) {
        var device = deviceService.getDevice(deviceId);
        return device != null && device.is(PiPipelineProgrammable.class);
    }
}
