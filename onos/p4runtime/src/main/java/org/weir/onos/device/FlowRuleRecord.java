// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.Serializer;
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

    private static final String MAP_NAME = "weir-p4-flow-rules";

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final FlowRuleListener ruleListener = this::ruleChanged;
    private final DeviceListener deviceListener = this::deviceChanged;

    /** What the stored map holds, so that counters' updates cost nothing. */
    private final Map<String, FlowRule> known = new ConcurrentHashMap<>();

    private AsyncConsistentMap<String, FlowRule> stored;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected StorageService storageService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected FlowRuleService flowRuleService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DeviceService deviceService;

    @Activate
    protected void activate() {
        stored =
                storageService
                        .<String, FlowRule>consistentMapBuilder()
                        .withName(MAP_NAME)
                        .withSerializer(Serializer.using(KryoNamespaces.API))
                        .buildAsyncMap();
        stored.asConsistentMap()
                .entrySet()
                .forEach(e -> known.put(e.getKey(), e.getValue().value()));
        log.info("{} flow rules of an earlier run", known.size());
        flowRuleService.addListener(ruleListener);
        deviceService.addListener(deviceListener);
    }

    @Deactivate
    protected void deactivate() {
        deviceService.removeListener(deviceListener);
        flowRuleService.removeListener(ruleListener);
        known.clear();
    }

    /**
     * Returns the rules that a device should have.
     *
     * @param deviceId the device
     * @return rules asked for and not removed since, in this run or an earlier one
     */
    public List<FlowRule> rules(DeviceId deviceId) {
        return known.values().stream()
                .filter(rule -> rule.deviceId().equals(deviceId))
                .collect(Collectors.toList());
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
                remove(key(rule));
                break;
            default:
                break;
        }
    }

    private void put(FlowRule rule) {
        if (!rule.isPermanent() || !isP4(rule.deviceId())) {
            return;
        }
        String key = key(rule);
        FlowRule before = known.get(key);
        if (before != null && before.treatment().equals(rule.treatment())) {
            return;
        }
        FlowRule plain = new DefaultFlowRule(rule);
        known.put(key, plain);
        stored.put(key, plain).whenComplete((old, failure) -> report(failure));
    }

    private void remove(String key) {
        if (known.remove(key) != null) {
            stored.remove(key).whenComplete((old, failure) -> report(failure));
        }
    }

    private void report(Throwable failure) {
        if (failure != null) {
            log.error("Cannot store the record of flow rules: {}", failure.getMessage());
        }
    }

    private void deviceChanged(DeviceEvent event) {
        if (event.type() == DeviceEvent.Type.DEVICE_REMOVED) {
            rules(event.subject().id()).forEach(rule -> remove(key(rule)));
        }
    }

    private boolean isP4(DeviceId deviceId) {
        var device = deviceService.getDevice(deviceId);
        return device != null && device.is(PiPipelineProgrammable.class);
    }

    private static String key(FlowRule rule) {
        return rule.deviceId() + "/" + rule.priority() + "/" + rule.id();
    }
}
