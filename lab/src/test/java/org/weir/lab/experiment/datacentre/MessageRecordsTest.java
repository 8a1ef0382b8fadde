// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.transport.Message;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** Which packets count: those that were sent in the measured time, here from 1000 to 2000 ns. */
class MessageRecordsTest {
    private static final List<TimedMessage> MESSAGES = List.of(message(0), message(1));

    private final Engine engine = new Engine(Pacing.FREE);
    private final MessageRecords records = new MessageRecords(engine, MESSAGES, 1000, 2000);

    private static TimedMessage message(int id) {
        Message one =
                new Message(id, IpAddress.parse("10.0.0.2"), TrafficClass.A.dscp(), 1_000_000);
        return new TimedMessage(0, 0, 1, one);
    }

    private void receiveAt(long timeNs, long delayNs) {
        engine.schedule(timeNs, () -> records.received(0, delayNs, 100));
    }

    @Test
    void packetsOfTheWarmUpAndOfTheDrainHaveNoDelay() {
        receiveAt(999, 20);
        receiveAt(1010, 11);
        receiveAt(1010, 10);
        receiveAt(2019, 20);
        receiveAt(2020, 20);
        engine.runUntil(3000);

        assertThat(records.delay(TrafficClass.A).count()).isEqualTo(2);
        assertThat(records.delay(TrafficClass.A).meanNs()).isEqualTo(15);
        assertThat(records.deliveredBytes()).as("goodput has times of its own").isEqualTo(500);
    }

    @Test
    void retransmissionsOfTheWarmUpAndOfTheDrainDoNotCount() {
        for (long timeNs : new long[] {999, 1000, 1999, 2000}) {
            engine.schedule(timeNs, () -> records.resent(0));
        }
        for (int i = 0; i < 10; i++) {
            receiveAt(1500, 20);
        }
        engine.runUntil(3000);

        assertThat(records.resentFraction(TrafficClass.A)).isCloseTo(0.2, within(1e-9));
        assertThat(records.resentFraction()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void someOfTheMessagesCanBeLeftOut() {
        records.delivered(1, 1500);

        assertThat(records.undelivered()).isEqualTo(1);
        assertThat(records.undelivered(id -> id == 1)).isZero();
        assertThat(records.undelivered(id -> id == 0)).isEqualTo(1);
    }
}
