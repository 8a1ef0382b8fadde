// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tasks leave the heap in the order of a stable sort by time. */
class TaskHeapTest {

    private record Task(long timeNs, int number) implements Runnable {
        @Override
        public void run() {}
    }

    @Test
    void takesTheEarliestAndAmongEqualsTheFirst() {
        Random random = new Random(3);
        TaskHeap heap = new TaskHeap();
        List<Task> expected = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            // More are added than taken at first, then it runs empty again and again.
            if (expected.isEmpty() || random.nextInt(100) < (i % 20_000 < 10_000 ? 70 : 30)) {
                Task task = new Task(random.nextInt(50), i);
                heap.add(task.timeNs, task);
                expected.add(task);
            } else {
                Task first = expected.stream().min(Comparator.comparingLong(Task::timeNs)).get();
                expected.remove(first);
                assertThat(heap.firstTimeNs()).isEqualTo(first.timeNs);
                assertThat(heap.removeFirst()).isSameAs(first);
            }
            assertThat(heap.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
