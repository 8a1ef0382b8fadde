// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.weir.lab.engine.Engine;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

/**
 * Ethernet addresses by IP address. A request for an unknown one waits; the question is repeated at
 * growing intervals until it is answered.
 */
final class NeighbourTable {
    private static final long FIRST_RETRY_NS = 250_000_000L;
    private static final long SLOWEST_RETRY_NS = 2_000_000_000L;

    private final Engine engine;
    private final Consumer<IpAddress> question;
    private final Map<IpAddress, MacAddress> known = new LinkedHashMap<>();
    private final Map<IpAddress, List<Consumer<MacAddress>>> waiting = new LinkedHashMap<>();

    NeighbourTable(Engine engine, Consumer<IpAddress> question) {
        this.engine = engine;
        this.question = question;
    }

    /** Calls back with the address, at once when it is known. */
    void resolve(IpAddress ip, Consumer<MacAddress> whenKnown) {
        MacAddress mac = known.get(ip);
        if (mac != null) {
            whenKnown.accept(mac);
            return;
        }
        List<Consumer<MacAddress>> others = waiting.get(ip);
        if (others != null) {
            others.add(whenKnown);
            return;
        }
        waiting.put(ip, new ArrayList<>(List.of(whenKnown)));
        ask(ip, FIRST_RETRY_NS);
    }

    /** Records an address that was announced without a request. */
    void set(IpAddress ip, MacAddress mac) {
        known.put(ip, mac);
    }

    /** Records an address that is known or waited for; completes the requests that wait. */
    void learn(IpAddress ip, MacAddress mac) {
        List<Consumer<MacAddress>> callers = waiting.remove(ip);
        if (callers == null) {
            known.computeIfPresent(ip, (key, old) -> mac);
            return;
        }
        known.put(ip, mac);
        callers.forEach(caller -> caller.accept(mac));
    }

    private void ask(IpAddress ip, long retryNs) {
        if (waiting.containsKey(ip)) {
            question.accept(ip);
            engine.scheduleAfter(retryNs, () -> ask(ip, Math.min(2 * retryNs, SLOWEST_RETRY_NS)));
        }
    }
}
