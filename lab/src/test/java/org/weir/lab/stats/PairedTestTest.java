// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reference values are those of R for data sets of its documentation. */
class PairedTestTest {
    /** R's data set sleep: hours of group 1 less those of group 2. */
    private static final List<Double> SLEEP =
            List.of(-1.2, -2.4, -1.3, -1.3, 0.0, -1.0, -1.8, -0.8, -4.6, -1.4);

    /** The example of R's wilcox.test: depression scale, first less second visit. */
    private static final List<Double> DEPRESSION =
            List.of(0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01);

    @Test
    void agreesWithR() {
        // t.test(extra ~ group, data = sleep, paired = TRUE): t = -4.0621, df = 9
        assertThat(PairedTest.student(SLEEP)).isCloseTo(0.002833, within(5e-7));
        // wilcox.test(x, y, paired = TRUE, alternative = "greater"): V = 40, p-value = 0.01953
        assertThat(PairedTest.wilcoxon(DEPRESSION)).isCloseTo(2 * 0.01953, within(1e-5));
    }

    /** Of signs that are equally likely, all nine are the same in two of 2⁹ cases. */
    @Test
    void leavesZerosOutAndGivesEqualSizesTheirMeanRank() {
        assertThat(PairedTest.wilcoxon(SLEEP)).isCloseTo(2 / 512.0, within(1e-15));
        // Ranks 2, 2, 2: sums 0, 2, 4 and 6 in 1, 3, 3 and 1 of 8 cases.
        assertThat(PairedTest.wilcoxon(List.of(1.0, 1.0, -1.0))).isEqualTo(1);
        assertThat(PairedTest.wilcoxon(List.of(1.0, 1.0, 1.0))).isEqualTo(0.25);
    }

    @Test
    void signsDoNotMatterAndNoDifferenceIsNone() {
        List<Double> other = DEPRESSION.stream().map(one -> -one).toList();
        assertThat(PairedTest.wilcoxon(other)).isEqualTo(PairedTest.wilcoxon(DEPRESSION));
        assertThat(PairedTest.student(other)).isEqualTo(PairedTest.student(DEPRESSION));
        List<Double> zeros = Collections.nCopies(5, 0.0);
        assertThat(PairedTest.wilcoxon(zeros)).isEqualTo(1);
        assertThat(PairedTest.student(zeros)).isEqualTo(1);
        assertThat(PairedTest.student(List.of(1.0))).isNaN();
        assertThat(PairedTest.wilcoxon(List.of())).isNaN();
    }

    @Test
    void manyDifferencesAreExactToo() {
        List<Double> all = IntStream.rangeClosed(1, 100).mapToObj(i -> (double) i).toList();
        assertThat(PairedTest.wilcoxon(all)).isCloseTo(Math.scalb(2.0, -100), within(1e-40));
    }

    /** Means of ten values of 0 or 1 are binomial: P(≤ 1) is 1.1 %, P(≤ 2) is 5.5 %. */
    @Test
    void bootstrapHasTheQuantilesOfTheMeansOfSamples() {
        List<Double> values =
                DoubleStream.concat(
                                DoubleStream.generate(() -> 0).limit(5),
                                DoubleStream.generate(() -> 1).limit(5))
                        .boxed()
                        .toList();
        assertThat(Bootstrap.of(values)).isEqualTo(new Bootstrap(0.2, 0.8));
        assertThat(Bootstrap.of(List.of(7.0, 7.0))).isEqualTo(new Bootstrap(7, 7));
    }
}
