// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;

/**
 * Namespaces of runs that were killed before they could take them away. Their names tell whose they
 * were; only what runs inside them is ended.
 */
public final class AbandonedNamespaces {
    private static final Pattern OURS =
            Pattern.compile(Pattern.quote(StockPlan.PREFIX) + "(\\d{1,10})-\\d+");

    private AbandonedNamespaces() {}

    /**
     * The namespaces in the output of {@code ip netns list} whose run is gone.
     *
     * @param runs whether a process of a number runs
     */
    static List<String> among(String list, LongPredicate runs) {
        List<String> names = new ArrayList<>();
        for (String line : list.split("\n")) {
            String name = line.strip().split("\\s")[0];
            Matcher parts = OURS.matcher(name);
            if (parts.matches() && !runs.test(Long.parseLong(parts.group(1)))) {
                names.add(name);
            }
        }
        return names;
    }

    /**
     * Takes away what runs that are gone have left.
     *
     * @return the namespaces that were taken away
     */
    public static List<String> remove() throws IOException {
        List<String> names =
                among(
                        Command.run(List.of("ip", "netns", "list"), "").output(),
                        pid -> ProcessHandle.of(pid).isPresent());
        for (String name : names) {
            NetworkNamespaces.remove(name);
        }
        return names;
    }
}
