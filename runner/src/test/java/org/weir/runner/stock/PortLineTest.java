// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;

class PortLineTest {
    private final Engine engine = new Engine(Pacing.FREE);
    private final List<Long> timesNs = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();

    private PortLine line(int capacityPackets) {
        return new PortLine(
                engine,
                10_000_000,
                capacityPackets,
                frame -> {
                    timesNs.add(engine.nowNs());
                    sizes.add(frame.length);
                });
    }

    @Test
    void framesLeaveOneAfterTheOtherForAsLongAsTheirBitsLast() {
        PortLine line = line(10);
        engine.schedule(0, () -> List.of(1000, 500, 1500).forEach(n -> line.accept(new byte[n])));
        engine.schedule(5_000_000, () -> line.accept(new byte[250]));
        engine.runUntil(10_000_000);

        assertThat(sizes).containsExactly(1000, 500, 1500, 250);
        assertThat(timesNs).containsExactly(800_000L, 1_200_000L, 2_400_000L, 5_200_000L);
        assertThat(line.sentPackets()).isEqualTo(4);
        assertThat(line.greatestWaitingPackets()).isEqualTo(2);
    }

    @Test
    void whatFindsNoRoomIsDroppedAndCounted() {
        PortLine line = line(2);
        engine.schedule(
                0,
                () -> {
                    for (int size = 100; size < 105; size++) {
                        line.accept(new byte[size]);
                    }
                });
        engine.runUntil(10_000_000);

        assertThat(sizes).containsExactly(100, 101, 102);
        assertThat(line.droppedPackets()).isEqualTo(2);
        assertThat(line.waitingPackets()).isZero();
    }
}
