// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.weir.bench.messages.MessageArrivals;
import org.weir.bench.messages.MessageReceiver;
import org.weir.bench.messages.MessageSender;
import org.weir.bench.messages.MessageSizes;
import org.weir.bench.messages.SentMessage;
import org.weir.bmv2.ports.NetworkNamespace;

/**
 * Messages of three hosts, one in each class, to a fourth. Those that arrive in the measured time
 * count: with one seed they are the same in each run.
 *
 * @param sizes their sizes
 * @param perSecond mean rate of each host's messages
 * @param seed of the first host; the others' are different
 * @param mostOpen messages of a host that may be open at once
 * @param settleNs time before the measured one, ns
 * @param measuredNs measured time, ns
 * @param waitNs time after it in which measured messages may finish; messages arrive on, ns
 */
record MessageTraffic(
        MessageSizes sizes,
        double perSecond,
        long seed,
        int mostOpen,
        long settleNs,
        long measuredNs,
        long waitNs) {
    private static final double BITS_PER_BYTE = 8;
    private static final double NS_PER_SECOND = 1e9;

    /**
     * Figures of a run.
     *
     * @param classes of each class
     * @param port the controller's measurements in the measured time
     * @param seconds measured time, s
     */
    record Measured(List<ClassMessages> classes, PortSamples port, double seconds) {}

    /**
     * Figures of a class.
     *
     * @param messages that arrived in the measured time
     * @param goodputBps data that the receiver got in it, bit/s
     * @param sent segments that the sender sent in it
     * @param failure the first failed connection
     */
    record ClassMessages(
            List<SentMessage> messages,
            double goodputBps,
            SentSegments sent,
            Optional<IOException> failure) {}

    /** Sends messages in all classes, and measures them. */
    Measured measure(ClassHosts hosts) throws IOException, InterruptedException {
        List<MessageReceiver> receivers = new ArrayList<>();
        List<MessageSender> senders = new ArrayList<>();
        try {
            for (int i = 0; i < ClassHosts.CLASSES.size(); i++) {
                int port = ClassHosts.FIRST_PORT + i;
                receivers.add(
                        NetworkNamespace.call(hosts.receiver(), () -> new MessageReceiver(port)));
            }
            for (int i = 0; i < ClassHosts.CLASSES.size(); i++) {
                senders.add(start(hosts, i));
            }
            return measure(hosts, senders, receivers);
        } finally {
            senders.forEach(MessageSender::close);
            receivers.forEach(MessageReceiver::close);
        }
    }

    private MessageSender start(ClassHosts hosts, int index) throws IOException {
        MessageArrivals arrivals =
                new MessageArrivals(sizes, perSecond, seed * ClassHosts.CLASSES.size() + index);
        InetSocketAddress to =
                new InetSocketAddress(ClassHosts.RECEIVER_ADDRESS, ClassHosts.FIRST_PORT + index);
        return NetworkNamespace.call(
                hosts.sender(index),
                () -> new MessageSender(to, ClassHosts.DSCPS.get(index), arrivals, mostOpen));
    }

    private Measured measure(
            ClassHosts hosts, List<MessageSender> senders, List<MessageReceiver> receivers)
            throws IOException, InterruptedException {
        long endNs = settleNs + measuredNs;
        sleepUntil(senders.get(0), settleNs);
        List<SentSegments> before = hosts.sentSegments();
        long startNs = System.nanoTime();
        List<Long> bytes = receivers.stream().map(MessageReceiver::receivedBytes).toList();
        sleepUntil(senders.get(0), endNs);
        double seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
        List<Double> goodputBps = new ArrayList<>();
        for (int i = 0; i < receivers.size(); i++) {
            long received = receivers.get(i).receivedBytes() - bytes.get(i);
            goodputBps.add(BITS_PER_BYTE * received / seconds);
        }
        List<SentSegments> sent = hosts.sentSegmentsSince(before);
        PortSamples port = hosts.port(seconds);
        for (MessageSender sender : senders) {
            sender.awaitEnds(settleNs, endNs, endNs + waitNs);
        }
        List<ClassMessages> classes = new ArrayList<>();
        for (int i = 0; i < senders.size(); i++) {
            classes.add(
                    new ClassMessages(
                            senders.get(i).messages(settleNs, endNs),
                            goodputBps.get(i),
                            sent.get(i),
                            senders.get(i).failure()));
        }
        return new Measured(classes, port, measuredNs / NS_PER_SECOND);
    }

    private static void sleepUntil(MessageSender sender, long timeNs) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, timeNs - sender.timeNs()));
    }
}
