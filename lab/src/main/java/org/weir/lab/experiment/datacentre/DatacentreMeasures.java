// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.Series;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.Sample;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** Measurements of a data centre's run. */
final class DatacentreMeasures {
    static final List<Quantity> QUANTITIES =
            List.of(
                    new Quantity("slowdownP50", "slowdown, median", ""),
                    new Quantity("slowdownP99", "slowdown, p99", ""),
                    new Quantity("slowdownP999", "slowdown, p99.9", ""),
                    new Quantity("tinyP99", "slowdown to 10 kB, p99", ""),
                    new Quantity("smallP99", "slowdown, 10 kB to 100 kB, p99", ""),
                    new Quantity("mediumP99", "slowdown, 100 kB to 1 MB, p99", ""),
                    new Quantity("largeP99", "slowdown above 1 MB, p99", ""),
                    new Quantity("queueMean", "queue at a port, mean", "packets"),
                    new Quantity("queueP99", "queue at a port, p99", "packets"),
                    new Quantity("queueMax", "queue at a port, largest", "packets"),
                    new Quantity("goodput", "goodput of all hosts", "Gb/s"),
                    new Quantity("fairness", "Jain's index of messages above 100 kB", ""),
                    new Quantity("delayA", "mean delay of class A", "µs"),
                    new Quantity("p99A", "p99 delay of class A", "µs"),
                    new Quantity("delayB", "mean delay of class B", "µs"),
                    new Quantity("p99B", "p99 delay of class B", "µs"),
                    new Quantity("delayC", "mean delay of class C", "µs"),
                    new Quantity("p99C", "p99 delay of class C", "µs"),
                    new Quantity("resent", "packets sent again", "%"),
                    new Quantity("targetsMet", "targets met, of " + Targets.COUNT, ""),
                    new Quantity("finished", "messages that ended", "%"));

    private static final long TINY_BYTES = 10_000;
    private static final long SMALL_BYTES = 100_000;
    private static final long MEDIUM_BYTES = 1_000_000;
    private static final int SIZE_BINS = 10;

    private final MessageRecords records;
    private final QueueSamples queues;
    private final List<TimedMessage> messages;
    private final Values values;
    private long bytesAtBegin;
    private double goodputBps;

    DatacentreMeasures(
            MessageRecords records,
            QueueSamples queues,
            List<TimedMessage> messages,
            Values values) {
        this.records = records;
        this.queues = queues;
        this.messages = messages;
        this.values = values;
    }

    /** The time in which goodput is measured begins. */
    void begin() {
        bytesAtBegin = records.deliveredBytes();
    }

    /** It ends after so many ns. */
    void end(long lengthNs) {
        goodputBps = (records.deliveredBytes() - bytesAtBegin) * 8e9 / lengthNs;
    }

    /**
     * The measurements of the run.
     *
     * @param idealNs time that each message would take alone
     * @param fromNs messages that began earlier are not judged
     */
    Outcome outcome(long[] idealNs, long fromNs) {
        IntPredicate judged = id -> messages.get(id).startNs() >= fromNs;
        double[] all = records.slowdowns(judged, idealNs);
        double[] inverse =
                Arrays.stream(records.slowdowns(judged.and(above(SMALL_BYTES)), idealNs))
                        .map(slowdown -> 1 / slowdown)
                        .toArray();
        return new Outcome()
                .with("slowdownP50", Sample.percentile(all, 0.5))
                .with("slowdownP99", Sample.percentile(all, 0.99))
                .with("slowdownP999", Sample.percentile(all, 0.999))
                .with("tinyP99", p99(judged.and(above(TINY_BYTES).negate()), idealNs))
                .with("smallP99", p99(judged.and(within(TINY_BYTES, SMALL_BYTES)), idealNs))
                .with("mediumP99", p99(judged.and(within(SMALL_BYTES, MEDIUM_BYTES)), idealNs))
                .with("largeP99", p99(judged.and(above(MEDIUM_BYTES)), idealNs))
                .with("queueMean", queues.mean())
                .with("queueP99", queues.percentile(0.99))
                .with("queueMax", queues.largest())
                .with("goodput", goodputBps / 1e9)
                .with("fairness", inverse.length == 0 ? Double.NaN : Sample.jain(inverse))
                .with("delayA", records.delay(TrafficClass.A).meanNs() / 1e3)
                .with("p99A", records.delay(TrafficClass.A).percentileNs(0.99) / 1e3)
                .with("delayB", records.delay(TrafficClass.B).meanNs() / 1e3)
                .with("p99B", records.delay(TrafficClass.B).percentileNs(0.99) / 1e3)
                .with("delayC", records.delay(TrafficClass.C).meanNs() / 1e3)
                .with("p99C", records.delay(TrafficClass.C).percentileNs(0.99) / 1e3)
                .with("resent", 100 * records.resentFraction())
                .with("targetsMet", Targets.met(records, values))
                .with("finished", 100 * records.deliveredFraction(judged))
                .with(bySize(judged, idealNs))
                .with(queues.distribution());
    }

    private IntPredicate above(long bytes) {
        return id -> messages.get(id).message().bytes() > bytes;
    }

    private IntPredicate within(long above, long upTo) {
        return above(above).and(above(upTo).negate());
    }

    private double p99(IntPredicate chosen, long[] idealNs) {
        return Sample.percentile(records.slowdowns(chosen, idealNs), 0.99);
    }

    /** Slowdowns against sizes, in bins that hold as many messages each. */
    private Series bySize(IntPredicate judged, long[] idealNs) {
        Series series = new Series("slowdown", "up to bytes", "p99", "p50", "p99.9", "messages");
        List<Integer> ids =
                IntStream.range(0, messages.size())
                        .filter(judged)
                        .boxed()
                        .sorted(Comparator.comparingLong(id -> messages.get(id).message().bytes()))
                        .toList();
        for (int bin = 0; bin < SIZE_BINS; bin++) {
            List<Integer> own =
                    ids.subList(bin * ids.size() / SIZE_BINS, (bin + 1) * ids.size() / SIZE_BINS);
            if (own.isEmpty()) {
                continue;
            }
            double[] slowdowns =
                    own.stream()
                            .mapToDouble(id -> records.slowdown(id, idealNs[id]))
                            .sorted()
                            .toArray();
            series.add(
                    messages.get(own.get(own.size() - 1)).message().bytes(),
                    Sample.percentile(slowdowns, 0.99),
                    Sample.percentile(slowdowns, 0.5),
                    Sample.percentile(slowdowns, 0.999),
                    slowdowns.length);
        }
        return series;
    }
}
