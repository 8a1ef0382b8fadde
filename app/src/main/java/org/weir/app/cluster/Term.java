// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

/**
 * A mastership term: the time in which one instance of ONOS controls a switch, and how far it has
 * taken the switch over. Immutable.
 */
public final class Term {

    private final long number;
    private final long sinceMs;
    private final boolean open;
    private final boolean reconciled;
    private final int ports;
    private final int adoptedPorts;
    private final boolean firstRoundDone;

    private Term(
            long number,
            long sinceMs,
            boolean open,
            boolean reconciled,
            int ports,
            int adoptedPorts,
            boolean firstRoundDone) {
        this.number = number;
        this.sinceMs = sinceMs;
        this.open = open;
        this.reconciled = reconciled;
        this.ports = ports;
        this.adoptedPorts = adoptedPorts;
        this.firstRoundDone = firstRoundDone;
    }

    /**
     * A term that begins.
     *
     * @param number its number in ONOS; rises with each change of master
     * @param sinceMs its start on the master's wall clock, ms since 1970
     */
    static Term begin(long number, long sinceMs) {
        return new Term(number, sinceMs, false, false, 0, 0, false);
    }

    Term opened() {
        return new Term(number, sinceMs, true, reconciled, ports, adoptedPorts, firstRoundDone);
    }

    Term withRulesReconciled() {
        return new Term(number, sinceMs, open, true, ports, adoptedPorts, firstRoundDone);
    }

    Term withPorts(int count, int adopted) {
        return new Term(number, sinceMs, open, reconciled, count, adopted, firstRoundDone);
    }

    Term withFirstRound() {
        return new Term(number, sinceMs, open, reconciled, ports, adoptedPorts, true);
    }

    /** Number of the term in ONOS; rises with each change of master. */
    public long number() {
        return number;
    }

    /** Start of the term on the master's wall clock, ms since 1970. */
    public long sinceMs() {
        return sinceMs;
    }

    /** Whether the master has read the switch's rules from the store, and so may write. */
    public boolean isOpen() {
        return open;
    }

    /** Whether the switch has confirmed every rule that was in force before the term. */
    public boolean isReconciled() {
        return reconciled;
    }

    /** Number of ports under control. */
    public int ports() {
        return ports;
    }

    /** Number of ports under control whose settings were taken over from the time before. */
    public int adoptedPorts() {
        return adoptedPorts;
    }

    /** Whether the control loop has decided on the switch's ports once in this term. */
    public boolean isFirstRoundDone() {
        return firstRoundDone;
    }
}
