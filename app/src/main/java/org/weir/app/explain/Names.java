// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import java.util.List;

/** Names in sentences. */
final class Names {

    /** Number of known names that a sentence lists. */
    private static final int FEW = 5;

    private Names() {}

    /**
     * Sentence for a name that does not exist, with a few of those that do.
     *
     * @param what kind of thing, such as {@code class}
     */
    static String unknown(String what, String name, List<String> known) {
        String text = "there is no " + what + " " + name;
        if (known.isEmpty()) {
            return text + ", nor any other";
        }
        int more = known.size() - FEW;
        return text
                + "; there is "
                + String.join(", ", more > 0 ? known.subList(0, FEW) : known)
                + (more > 0 ? " and " + more + " more" : "");
    }
}
