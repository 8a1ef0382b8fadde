// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.cluster.Term;
import org.weir.app.forwarding.ForwardingManager;

/**
 * The beginning of a mastership term in a cluster. What this instance knows about the switch is
 * old, because another one has controlled it; the store has what that one recorded. The switch may
 * have more: new rows of a port's settings, or a generation that was put into force and not
 * recorded. Such a port is rolled back to the recorded settings, in an order in which no packet
 * finds part of them.
 */
final class Takeover {

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    private static final long SETTLE_S = 5;

    private final Parts parts;
    private final Runnable routesChanged;

    /**
     * A beginner of terms.
     *
     * @param parts the application
     * @param routesChanged has routes computed anew
     */
    Takeover(Parts parts, Runnable routesChanged) {
        this.parts = parts;
        this.routesChanged = routesChanged;
    }

    /**
     * Begins the term of a switch, if this instance is its master and has not begun it.
     *
     * @param device switch
     * @return whether a term has begun now
     */
    boolean begin(DeviceId device) {
        if (!parts.terms.begin(device)) {
            return false;
        }
        if (parts.terms.isAlone()) {
            parts.terms.open(device);
            parts.forwarding.firstContact(device);
            updateAfterHold();
            return true;
        }
        try {
            parts.rules.reload(device);
        } catch (CompletionException e) {
            // The watch tries again.
            LOG.warn("{}: its rules cannot be read: {}", device, e.getMessage());
            return false;
        }
        parts.fabric.contact(device);
        parts.alerts.forget(device.toString());
        parts.classifier.forget(device);
        parts.edge.forget(device);
        parts.aqm.forget(device);
        parts.forwarding.beginTerm(device);
        parts.control.beginTerm(device);
        settle(device);
        parts.terms.open(device);
        LOG.info(
                "{}: mastership term {} begins",
                device,
                parts.terms.term(device).map(Term::number).orElse(0L));
        updateAfterHold();
        return true;
    }

    private void updateAfterHold() {
        parts.threads.routes.schedule(
                routesChanged, ForwardingManager.HOLD_MS, TimeUnit.MILLISECONDS);
    }

    /** Writes the recorded settings; the driver leaves out those that the switch has. */
    private void settle(DeviceId device) {
        List<List<FlowRule>> steps = parts.rules.settingsInSteps(device);
        if (steps.isEmpty()) {
            return;
        }
        try {
            parts.directRules.change(device, steps).orTimeout(SETTLE_S, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            LOG.warn("{}: settings not confirmed at once: {}", device, e.getMessage());
        }
    }
}
