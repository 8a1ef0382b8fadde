// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.SettingsRules;
import org.weir.app.scheduling.PortSchedulers;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;

/**
 * Puts settings into force, all of a port's together: every row is written in the generation that
 * is not in use, and once the switch has confirmed them all, one entry changes the port over. The
 * rows of the generation before stay until the next update writes over them.
 */
public final class SettingsInstaller {

    private static final String SETTINGS_REFUSED = AlertType.SETTINGS_REFUSED.word();

    private final RuleBook rules;
    private final SettingsRules make;
    private final DirectRules direct;
    private final AlertBoard alerts;
    private final PortSchedulers schedulers;

    /** The last installation of each port. */
    private final Map<PortId, Installation> last = new ConcurrentHashMap<>();

    /** The two steps in which settings take effect: in the switch, then in ONOS. */
    static final class Installation {
        /** Completes when the switch uses the settings; fails when it refuses them. */
        final CompletableFuture<Void> inForce;

        /** Completes when ONOS knows them, too, and others may follow. */
        final CompletableFuture<Void> remembered;

        /** True if its port has left control since; guarded by this. */
        private boolean isForgotten;

        private Installation() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }

        private Installation(CompletableFuture<Void> inForce, CompletableFuture<Void> remembered) {
            this.inForce = inForce;
            this.remembered = remembered;
        }

        private void end(Throwable error) {
            if (error == null) {
                inForce.complete(null);
                remembered.complete(null);
            } else {
                inForce.completeExceptionally(error);
                remembered.completeExceptionally(error);
            }
        }
    }

    /**
     * An installer.
     *
     * @param rules rule book, which writes settings before generations
     * @param direct changes entries that a switch has already
     * @param make makes rules of settings
     * @param alerts list of alerts, for ports whose switch refuses settings
     * @param schedulers schedulers outside the switch program, for the weights that the program
     *     does not keep
     */
    public SettingsInstaller(
            RuleBook rules,
            DirectRules direct,
            SettingsRules make,
            AlertBoard alerts,
            PortSchedulers schedulers) {
        this.rules = rules;
        this.direct = direct;
        this.make = make;
        this.alerts = alerts;
        this.schedulers = schedulers;
    }

    /**
     * Installs settings. The first ones of a port in a generation are new entries and go through
     * ONOS's flow rule subsystem. Later ones change entries, which is done directly first.
     *
     * <p>An installation fails at once while an earlier one of the port has not ended: both would
     * write into the same generation.
     *
     * @param settings settings of the port
     */
    Installation install(PortSettings settings) {
        PortId port = settings.port();
        Installation before = last.get(port);
        if (before != null && !before.remembered.isDone()) {
            IllegalStateException late =
                    new IllegalStateException("the switch has not answered the last settings yet");
            alerts.raise(SETTINGS_REFUSED, port.toString(), late);
            return new Installation(
                    CompletableFuture.failedFuture(late), CompletableFuture.failedFuture(late));
        }
        Installation installation = new Installation();
        begin(settings, installation);
        last.put(port, installation);
        return installation;
    }

    private void begin(PortSettings settings, Installation installation) {
        PortId port = settings.port();
        DeviceId device = DeviceId.deviceId(port.device());
        List<FlowRule> present = rules.rules(device, section(port));
        int inUse = SettingsRules.generation(present);
        int next = 1 - inUse;
        List<FlowRule> rows = make.rows(settings, next);
        FlowRule use = make.inForce(settings, next);
        List<FlowRule> wanted = new ArrayList<>(SettingsRules.rowsOf(present, inUse));
        wanted.addAll(rows);
        wanted.add(use);
        CompletableFuture<Void> changed = generationKnown(device, port, present);
        if (present.contains(use) && present.containsAll(rows)) {
            changed =
                    changed.thenCompose(
                            ignored ->
                                    direct.change(device, List.of(rows, List.of(use)))
                                            .thenRun(() -> installation.inForce.complete(null))
                                            .exceptionally(error -> null));
        }
        changed.thenCompose(ignored -> rules.replaceSettings(device, section(port), wanted))
                .whenComplete((done, error) -> report(settings, installation, error))
                .whenComplete((done, error) -> installation.end(error));
    }

    /**
     * Makes sure that the switch uses the generation that the rule book names. If it has not
     * confirmed the change to it, nobody knows which one it uses, and rows of either could be in
     * force.
     */
    private CompletableFuture<Void> generationKnown(
            DeviceId device, PortId port, List<FlowRule> present) {
        boolean known =
                SettingsRules.inForce(present)
                        .map(use -> rules.isConfirmed(device, use))
                        .orElse(true);
        return known
                ? CompletableFuture.completedFuture(null)
                : rules.replaceSettings(device, section(port), present);
    }

    private void report(PortSettings settings, Installation installation, Throwable error) {
        PortId port = settings.port();
        if (error == null) {
            alerts.clear(SETTINGS_REFUSED, port.toString());
            schedulers.apply(settings);
            return;
        }
        synchronized (installation) {
            if (!installation.isForgotten) {
                alerts.raise(SETTINGS_REFUSED, port.toString(), error);
            }
        }
    }

    /** Takes note that a port leaves control: the end of its last installation says nothing now. */
    void forget(PortId port) {
        Installation installation = last.get(port);
        if (installation != null) {
            synchronized (installation) {
                installation.isForgotten = true;
            }
        }
        alerts.clear(SETTINGS_REFUSED, port.toString());
    }

    /**
     * The settings a port has, also those from before a restart of ONOS.
     *
     * @param port port
     * @return its settings; empty when it has none that fit the policy's classes, or the switch has
     *     not confirmed that it uses them
     */
    public Optional<PortSettings> installed(PortSpec port) {
        DeviceId device = DeviceId.deviceId(port.id().device());
        List<FlowRule> present = rules.rules(device, section(port.id()));
        return SettingsRules.inForce(present)
                .filter(use -> rules.isConfirmed(device, use))
                .flatMap(use -> SettingsRules.read(present, port));
    }

    static String section(PortId port) {
        return "port " + port.port();
    }
}
