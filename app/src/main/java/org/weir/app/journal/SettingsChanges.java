// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;
import org.weir.control.QueueSettings;

/**
 * Records that the settings of ports have changed: at most one event for each port and look,
 * however short the period of the control loop is.
 */
final class SettingsChanges implements Observation {

    private final EventJournal journal;
    private final Supplier<List<PortView>> ports;
    private Map<String, Long> resolves = new HashMap<>();

    /**
     * Changes of settings.
     *
     * @param journal is given the events
     * @param ports the ports of the cluster
     */
    SettingsChanges(EventJournal journal, Supplier<List<PortView>> ports) {
        this.journal = journal;
        this.ports = ports;
    }

    @Override
    public void begin() {
        resolves = new HashMap<>();
        ports.get().forEach(port -> resolves.put(name(port), port.resolves()));
    }

    @Override
    public void look() {
        Map<String, Long> now = new HashMap<>();
        for (PortView port : ports.get()) {
            String name = name(port);
            Long before = resolves.get(name);
            now.put(name, port.resolves());
            // Another master counts from 0.
            if (port.resolves() > 0 && (before == null || port.resolves() != before)) {
                journal.record(
                        Event.of(EventKind.SETTINGS_CHANGED, name, text(port))
                                .at(port.device(), port.port()));
            }
        }
        resolves = now;
    }

    private static String name(PortView port) {
        return port.device() + "/" + port.port();
    }

    private static String text(PortView port) {
        String classes =
                port.queues().stream()
                        .filter(queue -> queue.settings().isPresent())
                        .map(SettingsChanges::text)
                        .collect(Collectors.joining("; "));
        return classes.isEmpty() ? "settings are being installed" : classes;
    }

    private static String text(QueueView queue) {
        QueueSettings settings = queue.settings().orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s: weight %s, %s, limit %d packets",
                queue.className(),
                settings.isShareKnown()
                        ? String.format(Locale.ROOT, "%.1f %%", 100 * settings.weightFraction())
                        : "unknown",
                settings.marking(),
                settings.limitPackets());
    }
}
