// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Filter of conditions that come and go from look to look: a condition lasts from the time at which
 * it held in more than half of the last {@value #LOOKS} looks until it held in none of them.
 */
final class Lasting {

    /** Looks that count, one a second. */
    static final int LOOKS = 30;

    private final Map<String, Deque<Boolean>> looks = new HashMap<>();

    /** Texts of the conditions that last, as they were at the beginning. */
    private final Map<String, String> texts = new TreeMap<>();

    /**
     * Takes a look.
     *
     * @param held a sentence for each subject whose condition holds
     * @param unknown subjects without fresh measurements: a look at them does not count unless
     *     their condition holds
     * @return a sentence for each subject whose condition lasts; the one from its beginning
     */
    Map<String, String> look(Map<String, String> held, Set<String> unknown) {
        held.keySet().forEach(subject -> looks.putIfAbsent(subject, new ArrayDeque<>()));
        looks.entrySet()
                .removeIf(
                        entry -> {
                            String subject = entry.getKey();
                            if (unknown.contains(subject) && !held.containsKey(subject)) {
                                return false;
                            }
                            Deque<Boolean> last = entry.getValue();
                            last.addLast(held.containsKey(subject));
                            if (last.size() > LOOKS) {
                                last.removeFirst();
                            }
                            long count = last.stream().filter(one -> one).count();
                            if (count > LOOKS / 2) {
                                texts.putIfAbsent(subject, held.get(subject));
                            }
                            if (count == 0) {
                                texts.remove(subject);
                            }
                            return count == 0;
                        });
        return new TreeMap<>(texts);
    }

    /** Ends a subject's condition: it begins anew, with no look. */
    void forget(String subject) {
        looks.remove(subject);
        texts.remove(subject);
    }
}
