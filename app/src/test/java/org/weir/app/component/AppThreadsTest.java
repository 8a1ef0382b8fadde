// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AppThreadsTest {
    /** The application waits for these threads when it is removed. */
    @Test
    void aTaskThatIsDueMuchLaterDoesNotKeepAThreadFromEnding() throws InterruptedException {
        AppThreads threads = new AppThreads();
        for (ScheduledExecutorService one :
                List.of(
                        threads.network,
                        threads.routes,
                        threads.rounds,
                        threads.drops,
                        threads.store,
                        threads.contact,
                        threads.views,
                        threads.events)) {
            one.schedule(() -> {}, 1, TimeUnit.HOURS);
            one.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.HOURS);

            one.shutdown();

            assertThat(one.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
