// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.Locale;
import java.util.Optional;

/**
 * Progress of a network's start: a line whenever ONOS has found more or lost something again, at
 * most one every two seconds, none after all was found.
 */
final class StartProgress {
    private static final double LEAST_GAP_SECONDS = 2;

    private final NetworkSize expected;
    private NetworkSize told;
    private double toldSeconds = Double.NEGATIVE_INFINITY;

    StartProgress(NetworkSize expected) {
        this.expected = expected;
    }

    /** The line that a sample is worth; empty for none. */
    Optional<String> line(Sample sample) {
        NetworkSize found = new NetworkSize(sample.devices(), sample.links(), sample.hosts());
        if (!sample.onosAnswers()
                || found.equals(told)
                || expected.equals(told)
                || sample.timeSeconds() < toldSeconds + LEAST_GAP_SECONDS) {
            return Optional.empty();
        }
        boolean first = told == null;
        told = found;
        toldSeconds = sample.timeSeconds();
        if (first && found.equals(new NetworkSize(0, 0, 0))) {
            return Optional.of(
                    String.format(Locale.ROOT, "%.0f s: ONOS answers", sample.timeSeconds()));
        }
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "%.0f s: %d of %d switches connected, %d of %d links, %d of %d hosts",
                        sample.timeSeconds(),
                        found.switches(),
                        expected.switches(),
                        found.links(),
                        expected.links(),
                        found.hosts(),
                        expected.hosts()));
    }
}
