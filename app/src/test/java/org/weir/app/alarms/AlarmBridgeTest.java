// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.alarm.Alarm;
import org.onosproject.alarm.AlarmId;
import org.onosproject.alarm.AlarmProvider;
import org.onosproject.alarm.AlarmProviderRegistryAdapter;
import org.onosproject.alarm.AlarmProviderService;
import org.onosproject.alarm.AlarmService;
import org.onosproject.alarm.DefaultAlarm;
import org.onosproject.net.DeviceId;
import org.onosproject.net.provider.AbstractProviderService;
import org.weir.app.Alert;

/**
 * Alerts as alarms of a fault management that does as that of ONOS 2.7.0: an update adds and
 * replaces alarms by their identifiers, and an alarm is active until one says that it is cleared.
 */
class AlarmBridgeTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");

    private final Map<AlarmId, Alarm> stored = new LinkedHashMap<>();
    private int updates;
    private boolean isInstalled = true;
    private final Registry registry = new Registry();
    private final AlarmBridge bridge =
            new AlarmBridge(
                    () -> isInstalled ? registry : null, () -> isInstalled ? service() : null);

    private final class Registry extends AlarmProviderRegistryAdapter {
        private int providers;

        @Override
        public AlarmProviderService register(AlarmProvider provider) {
            providers++;
            return new Updates(provider);
        }

        @Override
        public void unregister(AlarmProvider provider) {
            providers--;
        }
    }

    private final class Updates extends AbstractProviderService<AlarmProvider>
            implements AlarmProviderService {
        Updates(AlarmProvider provider) {
            super(provider);
        }

        @Override
        public void updateAlarmList(DeviceId device, Collection<Alarm> alarms) {
            updates++;
            alarms.forEach(alarm -> stored.put(alarm.id(), alarm));
        }
    }

    /** Lists the active alarms, all or those of a switch. */
    private AlarmService service() {
        return (AlarmService)
                Proxy.newProxyInstance(
                        AlarmService.class.getClassLoader(),
                        new Class<?>[] {AlarmService.class},
                        (proxy, method, arguments) -> {
                            assertThat(method.getName()).isEqualTo("getActiveAlarms");
                            return active().stream()
                                    .filter(
                                            alarm ->
                                                    arguments == null
                                                            || alarm.deviceId()
                                                                    .equals(arguments[0]))
                                    .collect(Collectors.toSet());
                        });
    }

    private List<Alarm> active() {
        return stored.values().stream()
                .filter(alarm -> alarm.severity() != Alarm.SeverityLevel.CLEARED)
                .collect(Collectors.toList());
    }

    private List<String> shown() {
        return active().stream()
                .map(alarm -> alarm.severity() + " " + alarm.description())
                .sorted()
                .collect(Collectors.toList());
    }

    private static final Alert LOST =
            new Alert("device-unreachable", "device:s1", "no answer", 1_000);

    private static final Alert MISSED =
            new Alert("target-missed", "device:s1/4/A", "class A: misses delayMs", 2_000);

    @Test
    void alarmsFollowTheAlerts() {
        bridge.look(List.of(LOST, MISSED));
        assertThat(shown())
                .containsExactly(
                        "CRITICAL device-unreachable device:s1: no answer",
                        "MINOR target-missed device:s1/4/A: class A: misses delayMs");
        bridge.look(List.of(MISSED, LOST));
        assertThat(updates).as("nothing new, no update").isEqualTo(1);
        bridge.look(List.of(MISSED));
        assertThat(shown())
                .containsExactly("MINOR target-missed device:s1/4/A: class A: misses delayMs");
        bridge.look(List.of());
        assertThat(shown()).isEmpty();
        assertThat(stored.values())
                .as("ended alarms say when")
                .hasSize(2)
                .allMatch(alarm -> alarm.timeCleared() != null && alarm.timeCleared() > 0);
        bridge.look(List.of(LOST));
        assertThat(shown())
                .as("the alert is back")
                .containsExactly("CRITICAL device-unreachable device:s1: no answer");
    }

    @Test
    void aHostIsListedAtASwitchThatDoesNotReachIt() {
        bridge.look(
                List.of(
                        new Alert(
                                "host-unreachable", "10.0.0.9", "no path", 1, Set.of("device:s2")),
                        new Alert("host-unreachable", "10.0.0.8", "no path", 1)));
        assertThat(shown()).containsExactly("MAJOR host-unreachable 10.0.0.9: no path");
        assertThat(active().get(0).deviceId().toString()).isEqualTo("device:s2");
    }

    @Test
    void alarmsOfOthersAndAcknowledgementsStay() {
        Alarm fan =
                new DefaultAlarm.Builder(
                                AlarmId.alarmId(S1, "fan"), S1, "fan", Alarm.SeverityLevel.MAJOR, 5)
                        .build();
        stored.put(fan.id(), fan);
        bridge.look(List.of(LOST));
        for (Alarm alarm : active()) {
            stored.put(alarm.id(), new DefaultAlarm.Builder(alarm).withAcknowledged(true).build());
        }
        bridge.look(List.of(LOST, MISSED));
        assertThat(shown()).hasSize(3);
        assertThat(active().stream().filter(Alarm::acknowledged)).hasSize(2);
    }

    @Test
    void withoutFaultManagementNothingHappensAndLaterAlarmsAreThere() {
        isInstalled = false;
        bridge.look(List.of(LOST));
        assertThat(shown()).isEmpty();
        isInstalled = true;
        bridge.look(List.of(LOST));
        assertThat(shown()).hasSize(1);
    }

    @Test
    void alarmsOfAnEarlierRunAreClearedAndTheEndClearsAll() {
        bridge.look(List.of(LOST, MISSED));
        AlarmBridge next = new AlarmBridge(() -> registry, this::service);
        next.look(List.of(LOST));
        assertThat(shown()).hasSize(1);
        next.stop();
        assertThat(shown()).isEmpty();
        assertThat(registry.providers).as("the first was not stopped").isEqualTo(1);
    }

    /** The node that showed them ends late, or ONOS's application has forgotten them. */
    @Test
    void alarmsThatAnotherNodeClearsAreShownAgain() {
        bridge.look(List.of(LOST));
        AlarmBridge next = new AlarmBridge(() -> registry, this::service);
        next.look(List.of(LOST));
        bridge.stop();
        assertThat(shown()).isEmpty();
        for (int i = 0; i < AlarmBridge.LOOKS_PER_READING; i++) {
            next.look(List.of(LOST));
        }
        assertThat(shown()).hasSize(1);
    }
}
