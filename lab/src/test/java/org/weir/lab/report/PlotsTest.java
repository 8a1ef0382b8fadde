// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class PlotsTest {
    /** Letters are outlines: a bar and its label add as many elements as any other. */
    @ParameterizedTest
    @ValueSource(ints = {9, 18, 30})
    void everyBarHasItsLabel(int count) throws IOException {
        int two = elements(2);
        int ofABar = elements(3) - two;

        assertThat(elements(count)).isEqualTo(two + (count - 2) * ofABar);
    }

    /** For example the queue of a case in which nothing was sent. */
    @Test
    void logarithmicAxesLeaveOutWhatIsZero() throws IOException {
        assertThat(points(new TreeMap<>(Map.of(1.0, 2.0, 3.0, 4.0, 5.0, 0.0))))
                .isEqualTo(points(new TreeMap<>(Map.of(1.0, 2.0, 3.0, 4.0))));
        assertThat(points(new TreeMap<>(Map.of(1.0, 0.0)))).isEmpty();
        assertThat(lines(new double[][] {{0, 1, 2, 3}, {1, 2, 0, 4}}, true))
                .isEqualTo(lines(new double[][] {{1, 3}, {2, 4}}, true));
        assertThat(lines(new double[][] {{1}, {0}}, true)).isEmpty();
        assertThat(lines(new double[][] {{1, 2}, {0, 1}}, false)).isNotEmpty();
    }

    private static String points(SortedMap<Double, Double> points) throws IOException {
        return Plots.points("title", "x", "y", Map.of("scheme", points));
    }

    private static String lines(double[][] line, boolean logarithmic) throws IOException {
        return Plots.lines("title", "x", "y", Map.of("case", line), logarithmic);
    }

    private static int elements(int count) throws IOException {
        List<String> labels =
                IntStream.range(0, count).mapToObj(i -> "pmqecn-targets at 0." + i).toList();
        List<Double> values = Collections.nCopies(count, 1.0);
        return Plots.bars("title", "axis", labels, values, values).split("<").length;
    }
}
