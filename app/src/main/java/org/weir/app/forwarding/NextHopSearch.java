// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.onlab.packet.IpAddress;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.route.RouteView;

/**
 * Search for next hops of static routes that ONOS does not know: a router that has sent nothing
 * since ONOS was started is asked for its address. A route whose next hop stays unknown is listed
 * as an alert.
 */
public final class NextHopSearch {

    /**
     * Time from the first question until a route is listed, ms: a little more than the time for
     * which switches keep routes from before a start, so that then none has the route.
     */
    static final long ALERT_MS = 35_000;

    /** Addresses that one look asks for: each question leaves by every port to hosts. */
    static final int MOST_QUESTIONS = 16;

    private static final String NEXT_HOP_UNKNOWN = AlertType.NEXT_HOP_UNKNOWN.word();

    private final Supplier<List<RouteView>> routes;
    private final Predicate<IpAddress> question;
    private final AlertBoard alerts;
    private final LongSupplier clockMs;

    /** By next hop: time since which it is unknown, ms. */
    private final Map<IpAddress, Long> sinceMs = new TreeMap<>();

    /** Number of questions so far, which says whose turn it is. */
    private int asked;

    /**
     * A search that has not begun.
     *
     * @param routes the static routes with their states
     * @param question asks for an address, unless it has done so a short time ago; false if it has
     *     no room for questions at the moment
     * @param alerts is told about routes without a next hop
     * @param clockMs monotonic time, ms
     */
    public NextHopSearch(
            Supplier<List<RouteView>> routes,
            Predicate<IpAddress> question,
            AlertBoard alerts,
            LongSupplier clockMs) {
        this.routes = routes;
        this.question = question;
        this.alerts = alerts;
        this.clockMs = clockMs;
    }

    /** Asks for unknown next hops and brings the alerts up to date; to be called now and then. */
    public synchronized void look() {
        long nowMs = clockMs.getAsLong();
        Set<IpAddress> unknown = new LinkedHashSet<>();
        Map<String, String> texts = new TreeMap<>();
        for (RouteView route : routes.get()) {
            if (route.state() != RouteView.State.NEXT_HOP_UNKNOWN) {
                continue;
            }
            IpAddress nextHop = IpAddress.valueOf(route.nextHop());
            unknown.add(nextHop);
            if (nowMs - sinceMs.computeIfAbsent(nextHop, none -> nowMs) >= ALERT_MS) {
                texts.put(
                        route.prefix(),
                        "no switch has this route: ONOS knows no host with the address of its next"
                                + " hop "
                                + route.nextHop());
            }
        }
        sinceMs.keySet().retainAll(unknown);
        alerts.replace(NEXT_HOP_UNKNOWN, texts);
        ask(new ArrayList<>(unknown));
    }

    private void ask(List<IpAddress> unknown) {
        int count = Math.min(MOST_QUESTIONS, unknown.size());
        for (int i = 0; i < count; i++) {
            if (!question.test(unknown.get(Math.floorMod(asked, unknown.size())))) {
                return;
            }
            asked++;
        }
    }
}
