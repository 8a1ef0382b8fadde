// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisiblePointsTest {

    private static List<double[]> walk(int points, long seed) {
        Random random = new Random(seed);
        List<double[]> rows = new ArrayList<>();
        double y = 0;
        for (int x = 0; x < points; x++) {
            y += random.nextGaussian();
            rows.add(new double[] {x, y});
        }
        return rows;
    }

    @Test
    void fewPointsAreAllShown() {
        double[][] line = VisiblePoints.of(walk(200, 1), 100);
        assertThat(line[0]).hasSize(200);
    }

    @Test
    void everyColumnKeepsItsLowestAndHighestPoint() {
        int columns = 90;
        for (int points : new int[] {181, 1000, 99_991}) {
            List<double[]> rows = walk(points, points);
            double[][] line = VisiblePoints.of(rows, columns);
            assertThat(line[0].length).isBetween(columns, 2 * columns);
            assertThat(line[0]).isSorted();
            for (int column = 0; column < columns; column++) {
                int from = points * column / columns;
                int to = points * (column + 1) / columns;
                double[] all = rows.subList(from, to).stream().mapToDouble(row -> row[1]).toArray();
                double[] kept =
                        IntStream.range(0, line[0].length)
                                .filter(i -> line[0][i] >= from && line[0][i] < to)
                                .mapToDouble(i -> line[1][i])
                                .toArray();
                assertThat(DoubleStream.of(kept).min()).isEqualTo(DoubleStream.of(all).min());
                assertThat(DoubleStream.of(kept).max()).isEqualTo(DoubleStream.of(all).max());
            }
        }
    }
}
