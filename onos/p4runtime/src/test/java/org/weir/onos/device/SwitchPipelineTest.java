// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Times at which ONOS's watchdog is asked for a switch's program. */
class SwitchPipelineTest {

    private final OneSwitch model = new OneSwitch();
    private long nowNs = -1;

    @Test
    void programIsAskedForEveryFiveSecondsAndAtOnceAfterAReset() {
        model.services.clockNs = () -> nowNs;
        SwitchPipeline pipeline =
                new SwitchPipeline(
                        OneSwitch.ID,
                        model.services,
                        new SwitchDriver(OneSwitch.ID, model.services),
                        complaint -> {});
        pipeline.ask();
        assertThat(model.calls).hasSize(1);

        nowNs += TimeUnit.SECONDS.toNanos(4);
        pipeline.ask();
        assertThat(model.calls).hasSize(1);
        nowNs += TimeUnit.SECONDS.toNanos(1);
        pipeline.ask();
        assertThat(model.calls).hasSize(2);

        pipeline.reset();
        pipeline.ask();
        assertThat(model.calls).hasSize(3);
    }
}
