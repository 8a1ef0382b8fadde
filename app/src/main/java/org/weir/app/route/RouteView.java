// SPDX-License-Identifier: Apache-2.0
package org.weir.app.route;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** A static route of the policy, its state, and the place of its next hop. */
public final class RouteView {

    /** States of a static route. */
    public enum State {
        /** Each switch with a path to the next hop has the route, or is being given it. */
        INSTALLED,
        /** No switch has the route, because ONOS knows no host with the next hop's address. */
        NEXT_HOP_UNKNOWN,
        /** The prefix is the address of a host, whose own route is installed instead. */
        HOST;

        /** The word for it in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final String prefix;
    private final String nextHop;
    private final State state;
    private final String device;
    private final long port;

    /**
     * A route whose next hop has a place.
     *
     * @param prefix destinations
     * @param nextHop IP address of the next hop
     * @param state its state
     * @param device ONOS id of the next hop's switch
     * @param port port of that switch
     */
    public RouteView(String prefix, String nextHop, State state, String device, long port) {
        this.prefix = prefix;
        this.nextHop = nextHop;
        this.state = state;
        this.device = device;
        this.port = port;
    }

    /**
     * A route whose next hop has no place.
     *
     * @param prefix destinations
     * @param nextHop IP address of the next hop
     * @param state its state
     */
    public RouteView(String prefix, String nextHop, State state) {
        this(prefix, nextHop, state, null, 0);
    }

    /** Destinations, such as 0.0.0.0/0. */
    public String prefix() {
        return prefix;
    }

    /** IP address of the next hop. */
    public String nextHop() {
        return nextHop;
    }

    /** Its state. */
    public State state() {
        return state;
    }

    /** ONOS id of the next hop's switch; empty if the next hop has no place. */
    public Optional<String> device() {
        return Optional.ofNullable(device);
    }

    /** Port of the next hop at that switch; empty if the next hop has no place. */
    public OptionalLong port() {
        return device == null ? OptionalLong.empty() : OptionalLong.of(port);
    }
}
