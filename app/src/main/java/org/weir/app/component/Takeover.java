// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.cluster.Term;
import org.weir.app.forwarding.ForwardingManager;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.RuleBook;

/**
 * The beginning of a mastership term in a cluster. What this instance knows about the switch is
 * old, because another one has controlled it; the store has what that one recorded. The switch may
 * have more: new rows of a port's settings, or a generation that was put into force and not
 * recorded. Such a port is rolled back to the recorded settings, in an order in which no packet
 * finds part of them.
 */
final class Takeover {

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    /** Longest wait for a switch at the beginning of a term, ms. */
    private static final long SETTLE_MS = 5_000;

    private final Parts parts;
    private final Runnable routesChanged;
    private final Consumer<DeviceId> begun;

    /** Switches whose term is being begun; only the network's thread uses it. */
    private final Set<DeviceId> underWay = new HashSet<>();

    /**
     * A beginner of terms.
     *
     * @param parts the application
     * @param routesChanged has routes computed anew
     * @param begun is told, in the network's thread, of each switch whose term has begun
     */
    Takeover(Parts parts, Runnable routesChanged, Consumer<DeviceId> begun) {
        this.parts = parts;
        this.routesChanged = routesChanged;
        this.begun = begun;
    }

    /**
     * Begins the term of a switch, if this instance is its master and has not begun it; to be
     * called in the network's thread. It does not wait for store and switch, which may take
     * seconds: a node that dies leaves many switches to its successors at once.
     *
     * @param device switch
     * @return false if there is no term to begin
     */
    boolean begin(DeviceId device) {
        if (!parts.terms.begin(device)) {
            return false;
        }
        if (parts.terms.isAlone()) {
            parts.terms.open(device);
            parts.forwarding.firstContact(device);
            updateAfterHold();
            begun.accept(device);
        } else if (underWay.add(device)) {
            long number = number(device);
            AppThreads.later(parts.threads.takeover, () -> read(device, number));
        }
        return true;
    }

    private long number(DeviceId device) {
        return parts.terms.term(device).map(Term::number).orElse(0L);
    }

    private void inNetwork(Runnable task) {
        AppThreads.later(parts.threads.network, task);
    }

    private void read(DeviceId device, long number) {
        try {
            parts.rules.reload(device);
        } catch (RuntimeException | Error e) {
            // The watch tries again.
            LOG.warn("{}: its rules cannot be read: {}", device, e.getMessage());
            inNetwork(() -> underWay.remove(device));
            return;
        }
        inNetwork(() -> forget(device, number));
    }

    private void forget(DeviceId device, long number) {
        try {
            parts.fabric.contact(device);
            parts.alerts.forget(device.toString());
            parts.classifier.forget(device);
            parts.edge.forget(device);
            parts.aqm.forget(device);
            parts.forwarding.beginTerm(device);
            parts.control.beginTerm(device);
            settle(device, number)
                    .whenComplete((done, error) -> inNetwork(() -> open(device, number)));
        } catch (RuntimeException | Error e) {
            underWay.remove(device);
            throw e;
        }
    }

    private void open(DeviceId device, long number) {
        underWay.remove(device);
        if (number(device) != number) {
            // Another instance was the master meanwhile, and may have written.
            begin(device);
            return;
        }
        parts.terms.open(device);
        LOG.info("{}: mastership term {} begins", device, number);
        updateAfterHold();
        begun.accept(device);
    }

    private void updateAfterHold() {
        parts.threads.routes.schedule(
                routesChanged, ForwardingManager.HOLD_MS, TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<Void> settle(DeviceId device, long number) {
        return settle(
                parts.rules,
                parts.directRules,
                device,
                SETTLE_MS,
                () -> number(device) == number,
                () -> parts.control.beginTerm(device));
    }

    /**
     * Writes the recorded settings of a switch; the driver leaves out those that the switch has.
     * Until the switch has confirmed them, they are noted as not confirmed: else settings that it
     * may not use would count as in force.
     *
     * @param limitMs longest wait for the switch, ms; what it confirms later is noted too
     * @param isSameTerm whether the term of the settings goes on
     * @param late has ports taken over again whose settings are confirmed after the wait
     * @return completes when the switch has confirmed or refused them, or at the end of the wait
     */
    static CompletableFuture<Void> settle(
            RuleBook rules,
            DirectRules direct,
            DeviceId device,
            long limitMs,
            BooleanSupplier isSameTerm,
            Runnable late) {
        List<List<FlowRule>> steps = rules.settingsInSteps(device);
        if (steps.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        steps.forEach(step -> rules.note(device, step, false));
        AtomicBoolean isLate = new AtomicBoolean();
        // The next change of the switch waits for the end of this one, and not for the limit.
        return direct.change(device, steps)
                .thenRun(
                        () -> {
                            if (isSameTerm.getAsBoolean()) {
                                steps.forEach(step -> rules.note(device, step, true));
                                if (isLate.get()) {
                                    late.run();
                                }
                            }
                        })
                .copy()
                .orTimeout(limitMs, TimeUnit.MILLISECONDS)
                .exceptionally(
                        error -> {
                            isLate.set(true);
                            LOG.warn(
                                    "{}: settings not confirmed at once: {}",
                                    device,
                                    error.toString());
                            return null;
                        });
    }
}
