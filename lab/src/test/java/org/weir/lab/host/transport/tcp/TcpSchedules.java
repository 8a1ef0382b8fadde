// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.SenderCounts;

/** Random schedules of loss, reordering, duplication, damage and delay between two hosts. */
final class TcpSchedules {
    /** No schedule takes longer than this in virtual time. */
    private static final long PATIENCE_NS = 3_000_000 * TcpPair.MS;

    /** Transmissions in a million schedules, about. */
    private static final double TRANSMISSIONS = 1e8;

    private static final int[] LENGTHS = {1, 100, 1448, 1449, 5000, 14_480, 20_000, 70_000};

    private TcpSchedules() {}

    /** What happens to frames of one direction. */
    static final class Weather implements TcpPair.Way {
        private final SplittableRandom random;
        private final double loss;
        private final double duplication;
        private final double reordering;
        private final double damage;
        private final double marks;
        private final long delayNs;
        private final long jitterNs;
        TcpPair pair;

        Weather(SplittableRandom random, long delayNs) {
            this.random = random;
            this.delayNs = delayNs;
            loss = part(0.3);
            duplication = part(0.2);
            reordering = part(0.3);
            damage = part(0.05);
            marks = part(0.5);
            jitterNs = random.nextInt(3) == 0 ? delayNs : delayNs / 4;
        }

        /** Half of the schedules have none of it. */
        private double part(double most) {
            return random.nextBoolean() ? 0 : most * random.nextDouble() * random.nextDouble();
        }

        @Override
        public void take(byte[] frame, Consumer<byte[]> arrive) {
            if (random.nextDouble() < loss) {
                return;
            }
            long ns = delayNs;
            if (random.nextDouble() < reordering) {
                ns += 1 + random.nextLong(3 * jitterNs);
            }
            if (random.nextDouble() < damage) {
                frame[14 + random.nextInt(frame.length - 14)] ^= (byte) (1 << random.nextInt(8));
            } else if (((frame[15] & 3) == 1 || (frame[15] & 3) == 2)
                    && random.nextDouble() < marks) {
                mark(frame);
            }
            pair.engine.scheduleAfter(ns, () -> arrive.accept(frame));
            if (random.nextDouble() < duplication) {
                byte[] copy = frame.clone();
                long later = ns + random.nextLong(4 * delayNs);
                pair.engine.scheduleAfter(later, () -> arrive.accept(copy));
            }
        }

        /** Sets CE, and the header's checksum by the difference. */
        static void mark(byte[] frame) {
            int added = 3 - (frame[15] & 3);
            frame[15] |= 3;
            int sum = (~((frame[24] & 0xff) << 8 | frame[25] & 0xff) & 0xffff) + added;
            sum = ~((sum & 0xffff) + (sum >>> 16)) & 0xffff;
            frame[24] = (byte) (sum >>> 8);
            frame[25] = (byte) sum;
        }
    }

    /** Runs one schedule; an {@link AssertionError} names what does not hold. */
    static Map<String, Long> run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int messages = 1 + random.nextInt(3);
        long[] lengths = new long[messages];
        for (int i = 0; i < messages; i++) {
            lengths[i] = LENGTHS[random.nextInt(LENGTHS.length)] + random.nextInt(3);
        }
        TcpConfig config = config(seed);
        long delayNs = TcpPair.US * (10 + random.nextInt(50_000));
        Weather forth = new Weather(random.split(), delayNs);
        Weather back = new Weather(random.split(), delayNs);
        Log log = new Log(lengths);
        long rateBps = random.nextBoolean() ? 0 : 1_000_000L * (1 + random.nextInt(1000));
        TcpPair pair = new TcpPair(new TcpTransport(config), forth, back, log, rateBps);
        forth.pair = pair;
        back.pair = pair;
        for (int i = 0; i < messages; i++) {
            int id = i;
            pair.engine.schedule(random.nextLong(4 * delayNs), () -> pair.send(id, lengths[id]));
        }
        pair.engine.runUntil(PATIENCE_NS);
        for (int i = 0; i < messages; i++) {
            check(log.deliveredNs[i] > 0, seed, "message " + i + " is not delivered");
            check(log.bytes[i] == lengths[i], seed, "message " + i + ": bytes " + log.bytes[i]);
            long mostNs = mostNs(forth, back, delayNs);
            check(
                    log.deliveredNs[i] <= mostNs,
                    seed,
                    "message %d takes %d ns, at most %d".formatted(i, log.deliveredNs[i], mostNs));
        }
        check(pair.engine.nextEventNs() < 0, seed, "something waits for ever");
        check(pair.client.connections() == 0, seed, "the client keeps a connection");
        check(pair.server.connections() == 0, seed, "the server keeps a connection");
        SenderCounts counts = pair.client.counts();
        return Map.of(
                "segments",
                counts.segments(),
                "retransmissions",
                counts.retransmissions(),
                "timeouts",
                counts.timeouts(),
                "probes",
                counts.probes());
    }

    /** Settings of a schedule: each is drawn by itself. */
    static TcpConfig config(long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        CongestionAlgorithm[] algorithms = CongestionAlgorithm.values();
        TcpConfig config =
                TcpConfig.of(algorithms[random.nextInt(algorithms.length)])
                        .with(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
        boolean accurate = random.nextBoolean();
        return config.withAccEcn(config.ecn() && accurate)
                .withSegmentOffload(random.nextInt(3) == 0)
                .withRackTlp(random.nextInt(5) != 0);
    }

    /**
     * Time that no message exceeds, ns. A frame or its answer is lost with probability q. Of {@link
     * #TRANSMISSIONS} no more than n = ln TRANSMISSIONS / ln(1/q) in a row are expected to be lost;
     * n in a row take n timeouts, each twice as long as the one before up to 60 s.
     */
    private static long mostNs(Weather forth, Weather back, long delayNs) {
        double kept = (1 - forth.loss) * (1 - forth.damage) * (1 - back.loss) * (1 - back.damage);
        double roundTripNs = 2.0 * (delayNs + 3 * Math.max(forth.jitterNs, back.jitterNs));
        double row = 1 + (kept < 1 ? Math.log(TRANSMISSIONS) / -Math.log(1 - kept) : 0);
        double timeoutNs = 3.0 * TcpPair.SECOND + roundTripNs;
        double sumNs = 0;
        for (int i = 0; i < row; i++) {
            sumNs += Math.min(60.0 * TcpPair.SECOND, timeoutNs * Math.pow(2, i));
        }
        return Math.round(sumNs + 50 * roundTripNs / kept + 5.0 * TcpPair.SECOND);
    }

    private static void check(boolean holds, long seed, String otherwise) {
        if (!holds) {
            throw new AssertionError("schedule " + seed + ": " + otherwise);
        }
    }

    private static final class Log implements MessageLog {
        private final long[] bytes;
        private final long[] deliveredNs;

        Log(long[] lengths) {
            bytes = new long[lengths.length];
            deliveredNs = new long[lengths.length];
        }

        @Override
        public void received(int messageId, long delayNs, int more) {
            bytes[messageId] += more;
        }

        @Override
        public void delivered(int messageId, long nowNs) {
            if (deliveredNs[messageId] > 0) {
                throw new AssertionError("message " + messageId + " is delivered twice");
            }
            deliveredNs[messageId] = nowNs;
        }
    }
}
