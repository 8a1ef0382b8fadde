// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.onosproject.net.LinkKey;

/**
 * For how many rounds of probing each discovered link has not been seen.
 *
 * <p>Age is counted in rounds that were really run, not in seconds: a controller that was stopped
 * for a while, or had no processor time, sent no probes, and must not conclude from their absence
 * that links are gone.
 */
final class LinkAges {
    private final int staleAfterRounds;
    private final Map<LinkKey, Integer> roundsUnseen = new HashMap<>();

    LinkAges(int staleAfterRounds) {
        if (staleAfterRounds < 1) {
            throw new IllegalArgumentException(
                    "staleAfterProbes must be at least 1, not " + staleAfterRounds);
        }
        this.staleAfterRounds = staleAfterRounds;
    }

    /** A probe has come through. */
    synchronized void seen(LinkKey link) {
        roundsUnseen.put(link, 0);
    }

    /**
     * To be called before the probes of a round are sent.
     *
     * @return links that the last {@code staleAfterRounds} rounds have not shown; they are
     *     forgotten
     */
    synchronized List<LinkKey> nextRound() {
        List<LinkKey> stale = new ArrayList<>();
        Iterator<Map.Entry<LinkKey, Integer>> entries = roundsUnseen.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<LinkKey, Integer> entry = entries.next();
            if (entry.getValue() >= staleAfterRounds) {
                stale.add(entry.getKey());
                entries.remove();
            } else {
                entry.setValue(entry.getValue() + 1);
            }
        }
        return stale;
    }

    /** Forgets links and returns which it knew. */
    synchronized List<LinkKey> forget(Predicate<LinkKey> gone) {
        List<LinkKey> forgotten = new ArrayList<>();
        for (LinkKey link : roundsUnseen.keySet()) {
            if (gone.test(link)) {
                forgotten.add(link);
            }
        }
        forgotten.forEach(roundsUnseen::remove);
        return forgotten;
    }
}
