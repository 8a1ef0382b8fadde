// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alarms;

import java.util.Map;
import java.util.Optional;
import org.onosproject.alarm.Alarm;
import org.onosproject.alarm.Alarm.SeverityLevel;
import org.onosproject.alarm.AlarmId;
import org.onosproject.alarm.DefaultAlarm;
import org.onosproject.net.DeviceId;
import org.weir.app.Alert;
import org.weir.app.journal.Place;

/** The alarm that stands for an alert. */
final class AlertAlarm {

    /** Beginning of the part of an identifier that names the alert. */
    static final String PREFIX = "weir-";

    /** Severities by alert type; the others are of the least. */
    private static final Map<String, SeverityLevel> SEVERITIES =
            Map.ofEntries(
                    Map.entry("device-unreachable", SeverityLevel.CRITICAL),
                    Map.entry("pipeconf-misfit", SeverityLevel.CRITICAL),
                    Map.entry("host-unreachable", SeverityLevel.MAJOR),
                    Map.entry("routes-refused", SeverityLevel.MAJOR),
                    Map.entry("classes-refused", SeverityLevel.MAJOR),
                    Map.entry("settings-refused", SeverityLevel.MAJOR),
                    Map.entry("settings-drift", SeverityLevel.MAJOR),
                    Map.entry("aqm-refused", SeverityLevel.MAJOR),
                    Map.entry("edge-refused", SeverityLevel.MAJOR),
                    Map.entry("neighbours-refused", SeverityLevel.MAJOR),
                    Map.entry("feedback-refused", SeverityLevel.MAJOR),
                    Map.entry("target-missed", SeverityLevel.MINOR),
                    Map.entry("feedback-storm", SeverityLevel.MINOR));

    private AlertAlarm() {}

    /**
     * The switch at which ONOS lists an alert, because each alarm of ONOS is one of a device: the
     * switch that the alert is about, or the first that sees it.
     *
     * @return empty if no switch is concerned; ONOS lists no alarm then
     */
    static Optional<DeviceId> device(Alert alert) {
        String device = Place.of(alert.subject()).device();
        if (device == null) {
            device = alert.from().stream().findFirst().orElse(null);
        }
        return Optional.ofNullable(device).map(DeviceId::deviceId);
    }

    /** The alarm of an alert at a switch. */
    static Alarm of(Alert alert, DeviceId device) {
        return new DefaultAlarm.Builder(
                        AlarmId.alarmId(device, PREFIX + alert.kind() + " " + alert.subject()),
                        device,
                        alert.kind() + " " + alert.subject() + ": " + alert.text(),
                        SEVERITIES.getOrDefault(alert.kind(), SeverityLevel.WARNING),
                        alert.sinceMs())
                .build();
    }

    /** True if an alarm stands for an alert. */
    static boolean isOwn(Alarm alarm) {
        return alarm.id().toString().contains(":" + PREFIX);
    }
}
