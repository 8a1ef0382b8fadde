// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Objects;

/**
 * Checks of the frames that hosts send to a port (docs/edge.md). A port to another switch checks
 * nothing. Immutable.
 */
public final class PortEdge {
    /** A bit for each of the eight classes. */
    public static final int ALL_CLASSES = 0xFF;

    /** Of a port of which the policy says nothing. */
    public static final PortEdge DEFAULT =
            new PortEdge(LeadsTo.DISCOVERED, Dscp.CLEAR, ALL_CLASSES);

    private final LeadsTo leadsTo;
    private final Dscp dscp;
    private final int classMask;

    /** Nodes at the other end of a port. */
    public enum LeadsTo {
        /** A switch where a link to one has been found, and hosts otherwise. */
        DISCOVERED("discovered"),

        /** Hosts, whatever is found. */
        HOSTS("hosts"),

        /** A switch, whatever is found. */
        SWITCH("switch");

        private final String word;

        LeadsTo(String word) {
            this.word = word;
        }

        /** Its name in JSON. */
        public String word() {
            return word;
        }
    }

    /** Treatments of the DSCP of a host's packet. */
    public enum Dscp {
        /** It counts. */
        TRUST("trust"),

        /** It is set to 0. */
        CLEAR("clear"),

        /** A packet with another DSCP than 0 is dropped. */
        DROP("drop");

        private final String word;

        Dscp(String word) {
            this.word = word;
        }

        /** Its name in JSON. */
        public String word() {
            return word;
        }
    }

    /**
     * @param leadsTo nodes at the other end
     * @param dscp treatment of the DSCP of hosts
     * @param classMask classes that packets of hosts may belong to, bit 0 for class 0; 0 to 255
     */
    public PortEdge(LeadsTo leadsTo, Dscp dscp, int classMask) {
        this.leadsTo = Objects.requireNonNull(leadsTo, "leadsTo");
        this.dscp = Objects.requireNonNull(dscp, "dscp");
        this.classMask = classMask;
        if (classMask < 0 || classMask > ALL_CLASSES) {
            throw new IllegalArgumentException("classMask must be 0 to 255, was " + classMask);
        }
    }

    /** Nodes at the other end of the port. */
    public LeadsTo leadsTo() {
        return leadsTo;
    }

    /** Treatment of the DSCP of a host's packet. */
    public Dscp dscp() {
        return dscp;
    }

    /** Classes that packets of hosts may belong to, bit 0 for class 0. */
    public int classMask() {
        return classMask;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PortEdge
                && leadsTo == ((PortEdge) other).leadsTo
                && dscp == ((PortEdge) other).dscp
                && classMask == ((PortEdge) other).classMask;
    }

    @Override
    public int hashCode() {
        return Objects.hash(leadsTo, dscp, classMask);
    }

    @Override
    public String toString() {
        return leadsTo.word + " " + dscp.word + " " + Integer.toBinaryString(classMask);
    }
}
