// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alarms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.onosproject.alarm.Alarm;
import org.onosproject.alarm.AlarmId;
import org.onosproject.alarm.AlarmProvider;
import org.onosproject.alarm.AlarmProviderRegistry;
import org.onosproject.alarm.AlarmProviderService;
import org.onosproject.alarm.AlarmService;
import org.onosproject.alarm.DefaultAlarm;
import org.onosproject.net.DeviceId;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.Alert;

/**
 * Shows alerts as alarms of ONOS, in its shell and GUI. ONOS's application for fault management
 * offers the two services; without it nothing is done. Its methods run in one thread.
 */
public final class AlarmBridge {

    private static final Logger LOG = LoggerFactory.getLogger(AlarmBridge.class);

    /** Looks between two readings of the alarms that ONOS has: another node may clear some. */
    static final int LOOKS_PER_READING = 30;

    private final Supplier<AlarmProviderRegistry> registry;
    private final Supplier<AlarmService> present;
    private final Provider provider = new Provider();

    /** The registry with which the provider is registered; null for none. */
    private AlarmProviderRegistry registered;

    private AlarmProviderService service;
    private boolean isAbsenceTold;
    private int looks;

    /** Alarms that ONOS was given, by switch. */
    private Map<String, Set<String>> shown = new TreeMap<>();

    /**
     * A bridge that has shown nothing.
     *
     * @param registry takes alarms; gives null without the application for fault management
     * @param present lists alarms; gives null without it
     */
    public AlarmBridge(Supplier<AlarmProviderRegistry> registry, Supplier<AlarmService> present) {
        this.registry = registry;
        this.present = present;
    }

    /** Makes the alarms of ONOS those of the present alerts. */
    public void look(List<Alert> alerts) {
        if (!register()) {
            return;
        }
        looks++;
        if (looks % LOOKS_PER_READING == 0) {
            shown = fromBefore();
        }
        Map<String, List<Alarm>> wanted = new TreeMap<>();
        for (Alert alert : alerts) {
            AlertAlarm.device(alert)
                    .ifPresent(
                            device ->
                                    wanted.computeIfAbsent(
                                                    device.toString(), any -> new ArrayList<>())
                                            .add(AlertAlarm.of(alert, device)));
        }
        show(wanted);
    }

    /** Leaves the alarms to another node, which shows them from now on. */
    public void leave() {
        if (service != null) {
            registered.unregister(provider);
        }
        registered = null;
        service = null;
    }

    /** Clears the alarms that were shown. */
    public void stop() {
        if (service != null) {
            try {
                show(Map.of());
                registered.unregister(provider);
            } catch (RuntimeException e) {
                LOG.debug("alarms not cleared: ONOS's fault management stops too", e);
            }
        }
        registered = null;
        service = null;
    }

    private boolean register() {
        AlarmProviderRegistry now = registry.get();
        if (now == null) {
            if (!isAbsenceTold) {
                isAbsenceTold = true;
                LOG.info(
                        "alerts are not shown as alarms: ONOS's application faultmanagement is not"
                                + " active");
            }
            registered = null;
            service = null;
            return false;
        }
        if (now != registered) {
            service = now.register(provider);
            registered = now;
            isAbsenceTold = false;
            shown = fromBefore();
            LOG.info("alerts are shown as alarms of ONOS");
        }
        return true;
    }

    /** Alarms of an earlier run, which may be over. */
    private Map<String, Set<String>> fromBefore() {
        Map<String, Set<String>> found = new TreeMap<>();
        AlarmService alarms = present.get();
        if (alarms != null) {
            alarms.getActiveAlarms().stream()
                    .filter(AlertAlarm::isOwn)
                    .forEach(
                            alarm ->
                                    found.computeIfAbsent(
                                                    alarm.deviceId().toString(),
                                                    any -> new HashSet<>())
                                            .add(text(alarm)));
        }
        return found;
    }

    private void show(Map<String, List<Alarm>> wanted) {
        Map<String, Set<String>> next = new TreeMap<>();
        wanted.forEach(
                (device, alarms) -> {
                    Set<String> texts = new HashSet<>();
                    alarms.forEach(alarm -> texts.add(text(alarm)));
                    next.put(device, texts);
                });
        Set<String> changed = new HashSet<>(shown.keySet());
        changed.addAll(next.keySet());
        changed.removeIf(
                device ->
                        shown.getOrDefault(device, Set.of())
                                .equals(next.getOrDefault(device, Set.of())));
        for (String device : changed) {
            DeviceId id = DeviceId.deviceId(device);
            service.updateAlarmList(id, withPresent(id, wanted.getOrDefault(device, List.of())));
        }
        shown = next;
    }

    /**
     * The alarms of a switch as they have to be. ONOS's application only adds and replaces alarms,
     * so an alarm of Weir whose alert has ended is in the list as cleared. Those of other providers
     * are in it, too, for an application that clears what an update leaves out. An alarm that ONOS
     * has already stays as it is, with the operator's acknowledgement.
     */
    private List<Alarm> withPresent(DeviceId device, List<Alarm> wanted) {
        List<Alarm> all = new ArrayList<>();
        Map<AlarmId, Alarm> own = new HashMap<>();
        AlarmService alarms = present.get();
        if (alarms != null) {
            for (Alarm alarm : alarms.getActiveAlarms(device)) {
                if (AlertAlarm.isOwn(alarm)) {
                    own.put(alarm.id(), alarm);
                } else {
                    all.add(alarm);
                }
            }
        }
        for (Alarm alarm : wanted) {
            Alarm known = own.remove(alarm.id());
            all.add(known != null && text(known).equals(text(alarm)) ? known : alarm);
        }
        for (Alarm ended : own.values()) {
            all.add(
                    new DefaultAlarm.Builder(ended)
                            .clear()
                            .withTimeCleared(System.currentTimeMillis())
                            .build());
        }
        return all;
    }

    private static String text(Alarm alarm) {
        return alarm.id() + " " + alarm.timeRaised() + " " + alarm.description();
    }

    /** The source of the alarms. */
    private final class Provider extends AbstractProvider implements AlarmProvider {
        Provider() {
            super(new ProviderId("weir", "org.weir.app"));
        }

        @Override
        public void triggerProbe(DeviceId device) {
            LOG.debug("{}: alarms follow the alerts within a second", device);
        }
    }
}
