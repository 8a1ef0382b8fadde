// SPDX-License-Identifier: Apache-2.0
package org.weir.app.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.past.QueuePoint.Figure;

class QueueHistoryTest {
    private static final String QUEUE = "device:s1/4/A";

    private final QueueHistory history = new QueueHistory();

    private List<Long> marks() {
        return history.points(QUEUE).stream()
                .map(point -> point.whole(Figure.MARKS))
                .collect(Collectors.toList());
    }

    @Test
    void countsAreThoseSinceThePointBefore() {
        history.add(QUEUE, 1, Map.of(Figure.MARKS, 100L));
        history.add(QUEUE, 2, Map.of(Figure.MARKS, 100L));
        history.add(QUEUE, 3, Map.of(Figure.MARKS, 1100L));
        history.add(QUEUE, 4, Map.of(Figure.MARKS, 5L));
        history.add(QUEUE, 5, Map.of());
        history.add(QUEUE, 6, Map.of(Figure.MARKS, 9L));

        assertThat(marks()).containsExactly(null, 0L, 1000L, null, null, null);
    }

    @Test
    void whatWasNotMeasuredIsUnknownAndNotZero() {
        history.add(QUEUE, 1, Map.of(Figure.DELAY_P99_MS, 0.1));

        QueuePoint point = history.points(QUEUE).get(0);
        assertThat(point.value(Figure.DELAY_P99_MS)).isEqualTo(0.1);
        assertThat(point.value(Figure.DELAY_P50_MS)).isNull();
    }

    @Test
    void keepsAnHourInOrder() {
        for (long i = 0; i < 1000; i++) {
            history.add(QUEUE, i * QueueHistory.STEP_MS, Map.of(Figure.MARKS, i));
            // Of the same time: left out.
            history.add(QUEUE, i * QueueHistory.STEP_MS, Map.of(Figure.MARKS, 0L));
        }

        List<QueuePoint> points = history.points(QUEUE);
        assertThat(points).hasSize(360);
        assertThat(points.get(0).timeMs()).isEqualTo(640 * QueueHistory.STEP_MS);
        assertThat(points.get(359).timeMs()).isEqualTo(999 * QueueHistory.STEP_MS);
        assertThat(marks()).containsOnly(1L);
    }

    @Test
    void forgetsAQueueThatHasGone() {
        history.add(QUEUE, 0, Map.of());
        history.add("device:s1/5/A", 3_000_000, Map.of());
        history.expire(3_600_001);

        assertThat(history.points(QUEUE)).isEmpty();
        assertThat(history.points("device:s1/5/A")).hasSize(1);
    }
}
