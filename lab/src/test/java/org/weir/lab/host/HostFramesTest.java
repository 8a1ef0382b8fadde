// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.ProbeTimes;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.link.FramePool;
import org.weir.lab.link.Link;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;

/** Whatever hosts send, the pool of their network's frames holds no more than were under way. */
class HostFramesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int CONGESTION_EXPERIENCED = 3;
    private static final int ROUNDS = 500;

    /** Frames of these hosts that are under way at once, for all lengths. */
    private static final int MOST_FRAMES = 20;

    private final Engine engine = new Engine(Pacing.FREE);
    private final FramePool pool = new FramePool();
    private final Host one = new Host(engine, config(1), pool, 1);
    private final Host two = new Host(engine, config(2), pool, 2);

    private static HostConfig config(int number) {
        return new HostConfig(
                "h" + number,
                new MacAddress(number),
                IpAddress.parse("10.0.0." + number),
                Optional.of(IpAddress.parse("fd00::" + number)),
                10_000_000,
                HostConfig.DEFAULT_QUEUE_FRAMES,
                HostConfig.DEFAULT_ANNOUNCE_PERIOD_NS);
    }

    @BeforeEach
    void join() {
        Link link = new Link(engine, "h1-h2", 1000, 0, 1);
        one.connect(link.forward());
        link.forward().connect(two, pool);
        two.connect(link.backward());
        link.backward().connect(one, pool);
    }

    @Test
    void announcementsDoNotFillThePool() {
        one.start();
        two.start();
        engine.runUntil(3L * ROUNDS * SECOND);

        assertThat(two.receivedFrames()).isGreaterThanOrEqualTo(2 * ROUNDS);
        assertThat(pool.size()).isLessThan(MOST_FRAMES);
    }

    @Test
    void notificationsDoNotFillThePool() {
        two.notifySenders(0);
        for (int i = 0; i < ROUNDS; i++) {
            two.accept(markedFrame(i));
            engine.runUntil(engine.nowNs() + SECOND);
        }

        assertThat(one.receivedFrames()).isEqualTo(ROUNDS);
        assertThat(pool.size()).isLessThan(MOST_FRAMES);
    }

    private byte[] markedFrame(int sequence) {
        return new UdpPacket(
                        two.config().mac(),
                        one.config().mac(),
                        one.config().ipv4(),
                        two.config().ipv4(),
                        0,
                        CONGESTION_EXPERIENCED,
                        64,
                        4000,
                        5000,
                        new DataPayload(1, sequence, engine.nowNs()).toPayload(DataPayload.BYTES))
                .toFrame();
    }

    @Test
    void whatReceiversOfMessagesTellDoesNotFillThePool() {
        RateTransport transport =
                new RateTransport(Optional.empty(), 1000, ProbeTimes.from(SECOND));
        one.use(transport, MessageLog.NONE);
        two.use(transport, MessageLog.NONE);
        one.setNeighbour(two.config().ipv4(), two.config().mac());
        for (int id = 0; id < ROUNDS; id++) {
            one.send(new Message(id, two.config().ipv4(), 0, 100));
            engine.runUntil(engine.nowNs() + SECOND);
        }

        assertThat(one.receivedFrames()).isGreaterThanOrEqualTo(ROUNDS);
        assertThat(pool.size()).isLessThan(MOST_FRAMES);
    }
}
