// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks of the frames that hosts send to a port (docs/edge.md). A port to another switch checks
 * nothing. Immutable.
 */
public final class PortEdge {
    /** A bit for each of the eight classes. */
    public static final int ALL_CLASSES = 0xFF;

    /** Default limit of frames to the controller; the P4 program has the same. */
    public static final int DEFAULT_CONTROLLER_FRAMES = 20;

    /** Largest limit of frames to the controller. */
    public static final int MAX_CONTROLLER_FRAMES = 65_535;

    /** Default limit of IP addresses with routes. */
    public static final int DEFAULT_ADDRESSES = 256;

    /** Largest limit of IP addresses with routes. */
    public static final int MAX_ADDRESSES = 65_535;

    /** Values of a port for which the policy has no {@code edge}. */
    public static final PortEdge DEFAULT =
            new PortEdge(
                    LeadsTo.DISCOVERED,
                    Dscp.CLEAR,
                    ALL_CLASSES,
                    DEFAULT_CONTROLLER_FRAMES,
                    DEFAULT_ADDRESSES,
                    null);

    private final LeadsTo leadsTo;
    private final Dscp dscp;
    private final int classMask;
    private final int controllerFrames;
    private final int addresses;
    private final List<IpPrefix> sources;

    /** Nodes at the other end of a port. */
    public enum LeadsTo {
        /** A switch if link discovery has found one, hosts otherwise. */
        DISCOVERED("discovered"),

        /** Hosts, whatever link discovery finds. */
        HOSTS("hosts"),

        /** A switch, whatever link discovery finds. */
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
        /** It is used. */
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
     * @param controllerFrames limit of frames to the controller, frames/s of each kind; 1 to
     *     {@value #MAX_CONTROLLER_FRAMES}
     * @param addresses limit of IP addresses of hosts that get routes; 1 to {@value #MAX_ADDRESSES}
     * @param sources source addresses that packets of hosts may have: IPv4 prefixes, and ::/0 for
     *     all of IPv6; null for all
     */
    public PortEdge(
            LeadsTo leadsTo,
            Dscp dscp,
            int classMask,
            int controllerFrames,
            int addresses,
            List<IpPrefix> sources) {
        this.leadsTo = Objects.requireNonNull(leadsTo, "leadsTo");
        this.dscp = Objects.requireNonNull(dscp, "dscp");
        this.classMask = classMask;
        this.controllerFrames = controllerFrames;
        this.addresses = addresses;
        this.sources = sources == null ? null : List.copyOf(sources);
        if (classMask < 0 || classMask > ALL_CLASSES) {
            throw new IllegalArgumentException("classMask must be 0 to 255, was " + classMask);
        }
        if (controllerFrames < 1 || controllerFrames > MAX_CONTROLLER_FRAMES) {
            throw new IllegalArgumentException(
                    "controllerFrames must be 1 to "
                            + MAX_CONTROLLER_FRAMES
                            + ", was "
                            + controllerFrames);
        }
        if (addresses < 1 || addresses > MAX_ADDRESSES) {
            throw new IllegalArgumentException(
                    "addresses must be 1 to " + MAX_ADDRESSES + ", was " + addresses);
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

    /**
     * Limit of frames to the controller, frames/s; link probes and all other frames have one each.
     * Ports to switches have it too.
     */
    public int controllerFrames() {
        return controllerFrames;
    }

    /** Limit of IP addresses of hosts at the port that get routes. */
    public int addresses() {
        return addresses;
    }

    /**
     * Source addresses that packets of hosts may have: IPv4 prefixes, and ::/0 for all of IPv6.
     *
     * @return empty if they may have all
     */
    public Optional<List<IpPrefix>> sources() {
        return Optional.ofNullable(sources);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PortEdge
                && leadsTo == ((PortEdge) other).leadsTo
                && dscp == ((PortEdge) other).dscp
                && classMask == ((PortEdge) other).classMask
                && controllerFrames == ((PortEdge) other).controllerFrames
                && addresses == ((PortEdge) other).addresses
                && Objects.equals(sources, ((PortEdge) other).sources);
    }

    @Override
    public int hashCode() {
        return Objects.hash(leadsTo, dscp, classMask, controllerFrames, addresses, sources);
    }

    @Override
    public String toString() {
        return leadsTo.word
                + " "
                + dscp.word
                + " "
                + Integer.toBinaryString(classMask)
                + " "
                + controllerFrames
                + "/s "
                + addresses
                + (sources == null ? "" : " " + sources);
    }
}
