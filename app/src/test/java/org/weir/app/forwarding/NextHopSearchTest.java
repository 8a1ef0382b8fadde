// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.route.RouteView;

class NextHopSearchTest {

    private final List<RouteView> routes = new ArrayList<>();
    private final List<IpAddress> questions = new ArrayList<>();
    private final AlertBoard alerts = new AlertBoard();
    private int room = Integer.MAX_VALUE;
    private long nowMs = 5;
    private final NextHopSearch search =
            new NextHopSearch(
                    () -> routes,
                    address -> room-- > 0 && questions.add(address),
                    alerts,
                    () -> nowMs);

    private static RouteView unknown(String prefix, String nextHop) {
        return new RouteView(prefix, nextHop, RouteView.State.NEXT_HOP_UNKNOWN);
    }

    @Test
    void onlyUnknownNextHopsAreAskedForAndEachOnce() {
        routes.add(unknown("0.0.0.0/0", "10.0.0.254"));
        routes.add(unknown("192.0.2.0/24", "10.0.0.254"));
        routes.add(
                new RouteView("::/0", "2001:db8::fe", RouteView.State.INSTALLED, "device:s1", 4));
        routes.add(new RouteView("10.0.0.7/32", "10.0.0.9", RouteView.State.HOST));
        search.look();
        assertThat(questions).containsExactly(IpAddress.valueOf("10.0.0.254"));
    }

    @Test
    void routesAreListedWhileTheirNextHopStaysUnknown() {
        routes.add(unknown("0.0.0.0/0", "10.0.0.254"));
        search.look();
        nowMs += NextHopSearch.ALERT_MS - 1;
        search.look();
        assertThat(alerts.all()).isEmpty();
        nowMs += 1;
        search.look();
        Alert alert = alerts.all().get(0);
        assertThat(alert.kind()).isEqualTo("next-hop-unknown");
        assertThat(alert.subject()).isEqualTo("0.0.0.0/0");
        assertThat(alert.text()).contains("10.0.0.254");

        routes.set(
                0,
                new RouteView(
                        "0.0.0.0/0", "10.0.0.254", RouteView.State.INSTALLED, "device:s1", 4));
        search.look();
        assertThat(alerts.all()).isEmpty();
        routes.set(0, unknown("0.0.0.0/0", "10.0.0.254"));
        search.look();
        assertThat(alerts.all()).as("the time begins anew").isEmpty();
    }

    /** Each question leaves by every port, so one look does not ask for all. */
    @Test
    void manyUnknownNextHopsTakeTurns() {
        int count = 3 * NextHopSearch.MOST_QUESTIONS + 1;
        for (int i = 1; i <= count; i++) {
            routes.add(unknown("20." + i + ".0.0/16", "10.0.0." + i));
        }
        search.look();
        assertThat(questions).hasSize(NextHopSearch.MOST_QUESTIONS);
        for (int i = 0; i < 3; i++) {
            search.look();
        }
        assertThat(new HashSet<>(questions)).hasSize(count);
    }

    /** In a network with thousands of ports few questions may go out at once. */
    @Test
    void nextHopsTakeTurnsWhereThereIsLittleRoom() {
        for (int i = 1; i <= NextHopSearch.MOST_QUESTIONS; i++) {
            routes.add(unknown("20." + i + ".0.0/16", "10.0.0." + i));
        }
        for (int i = 0; i < NextHopSearch.MOST_QUESTIONS / 2; i++) {
            room = 2;
            search.look();
        }
        assertThat(questions).doesNotHaveDuplicates().hasSize(NextHopSearch.MOST_QUESTIONS);
    }
}
