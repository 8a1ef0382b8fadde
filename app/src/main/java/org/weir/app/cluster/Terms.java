// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;

/**
 * The mastership terms of this instance. In a cluster a term is open, so that this instance may
 * write to the switch, once the rules of the switch were read again from the store: another
 * instance may have changed them since. An instance without others is the only one that writes, and
 * its terms are open from the start.
 *
 * <p>Thread-safe.
 */
public final class Terms {

    private final MastershipService mastership;
    private final BooleanSupplier isAlone;
    private final LongSupplier wallMs;
    private final Map<DeviceId, Term> terms = new ConcurrentHashMap<>();

    /**
     * No terms yet.
     *
     * @param mastership masters of the switches
     * @param isAlone whether the cluster has no other instance
     * @param wallMs wall clock, ms since 1970
     */
    public Terms(MastershipService mastership, BooleanSupplier isAlone, LongSupplier wallMs) {
        this.mastership = mastership;
        this.isAlone = isAlone;
        this.wallMs = wallMs;
    }

    /** Whether the cluster has no other instance. */
    public boolean isAlone() {
        return isAlone.getAsBoolean();
    }

    /** Whether ONOS has made this instance the master of a switch. */
    public boolean isMaster(DeviceId device) {
        return mastership.isLocalMaster(device);
    }

    /**
     * Whether this instance may write to a switch.
     *
     * @param device switch
     * @return true if it is the master and its term is open; false in a later term of its own that
     *     it has not begun, because another instance was the master between
     */
    public boolean isOpen(DeviceId device) {
        if (!isMaster(device)) {
            return false;
        }
        Term term = terms.get(device);
        return isAlone() || term != null && term.isOpen() && term.number() == number(device);
    }

    /**
     * Whether what this instance records about a switch is the truth: not if another instance
     * controls it.
     */
    public boolean mayRecord(DeviceId device) {
        return isAlone() || isMaster(device);
    }

    /**
     * Takes notice of the present master of a switch. If this instance is the master by a term that
     * it has not begun, it begins it: the term is not open then.
     *
     * @param device switch
     * @return true if this instance is the master and the term is not open yet
     */
    public boolean begin(DeviceId device) {
        if (!isMaster(device)) {
            terms.remove(device);
            return false;
        }
        long number = number(device);
        Term term =
                terms.compute(
                        device,
                        (id, known) ->
                                known != null && known.number() == number
                                        ? known
                                        : Term.begin(number, wallMs.getAsLong()));
        return !term.isOpen();
    }

    /** Number of the present term, whoever the master is. */
    private long number(DeviceId device) {
        MastershipInfo info = mastership.getMastershipFor(device);
        return info == null ? 0 : info.term();
    }

    /**
     * Lets this instance write: the rules of the switch were read.
     *
     * @param device switch
     */
    public void open(DeviceId device) {
        change(device, Term::opened);
    }

    /** The switch has confirmed the rules from before. */
    public void reconciled(DeviceId device) {
        change(device, Term::withRulesReconciled);
    }

    /**
     * The ports of a switch are under control.
     *
     * @param device switch
     * @param ports number of ports
     * @param adopted number of those whose settings were taken over
     */
    public void controls(DeviceId device, int ports, int adopted) {
        change(device, term -> term.withPorts(ports, adopted));
    }

    /** The control loop has decided on the ports of a switch. */
    public void roundDone(DeviceId device) {
        change(device, term -> term.isFirstRoundDone() ? term : term.withFirstRound());
    }

    private void change(DeviceId device, UnaryOperator<Term> next) {
        terms.computeIfPresent(device, (id, term) -> next.apply(term));
    }

    /** The present term of this instance at a switch; empty if it is not the master. */
    public Optional<Term> term(DeviceId device) {
        return isMaster(device) ? Optional.ofNullable(terms.get(device)) : Optional.empty();
    }
}
