// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlotsTest {
    /** Letters are outlines: a bar and its label add as many elements as any other. */
    @ParameterizedTest
    @ValueSource(ints = {9, 18, 30})
    void everyBarHasItsLabel(int count) throws IOException {
        int two = elements(2);
        int ofABar = elements(3) - two;

        assertThat(elements(count)).isEqualTo(two + (count - 2) * ofABar);
    }

    private static int elements(int count) throws IOException {
        List<String> labels =
                IntStream.range(0, count).mapToObj(i -> "pmqecn-targets at 0." + i).toList();
        List<Double> values = Collections.nCopies(count, 1.0);
        return Plots.bars("title", "axis", labels, values, values).split("<").length;
    }
}
