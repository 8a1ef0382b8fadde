// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;

/**
 * Capture files in the place of an interface: the frames of one come in when they are due by the
 * wall clock, and what is sent is written to another.
 */
public final class CapturePort implements HostPort {

    private static final Logger LOG = LoggerFactory.getLogger(CapturePort.class);

    private final String name;
    private final CaptureReader in;
    private final long originNs;
    private final CaptureWriter out;
    private final LongSupplier clockNs;

    private final AtomicLong rxPackets = new AtomicLong();
    private final AtomicLong rxBytes = new AtomicLong();
    private final AtomicLong rxErrors = new AtomicLong();
    private final AtomicLong txPackets = new AtomicLong();
    private final AtomicLong txBytes = new AtomicLong();
    private final AtomicLong txDropped = new AtomicLong();

    private Thread reader;
    private volatile boolean closed;

    /**
     * A port of files.
     *
     * @param name for people
     * @param in frames received, the first one read already; null for none
     * @param originNs the time in files that stands for the start
     * @param out takes the frames that are sent; null to discard them
     * @param clockNs the time that is written with a frame, nanoseconds since 1970
     */
    public CapturePort(
            String name, CaptureReader in, long originNs, CaptureWriter out, LongSupplier clockNs) {
        this.name = name;
        this.in = in;
        this.originNs = originNs;
        this.out = out;
        this.clockNs = clockNs;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void start(FrameListener frames, LinkListener link) {
        if (reader != null || closed) {
            throw new IllegalStateException(
                    name + (closed ? ": has been closed" : ": reads already"));
        }
        reader =
                new Thread(
                        () -> {
                            link.link(true);
                            replay(frames);
                        },
                        "port-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void replay(FrameListener frames) {
        if (in == null) {
            return;
        }
        long startNs = System.nanoTime();
        try {
            boolean more = true;
            while (more && !closed) {
                long waitNs = startNs + (in.timeNs() - originNs) - System.nanoTime();
                if (waitNs > 0) {
                    LockSupport.parkNanos(this, waitNs);
                    continue;
                }
                rxPackets.incrementAndGet();
                rxBytes.addAndGet(in.length());
                frames.frame(in.buffer(), in.offset(), in.length());
                frames.endOfBatch();
                more = in.next();
            }
        } catch (IOException e) {
            rxErrors.incrementAndGet();
            LOG.error("{}: {}", name, e.getMessage());
        }
    }

    @Override
    public boolean send(byte[] buffer, int offset, int length) {
        add(buffer, offset, length);
        return !closed;
    }

    @Override
    public synchronized void add(byte[] buffer, int offset, int length) {
        if (closed) {
            txDropped.incrementAndGet();
            return;
        }
        try {
            if (out != null) {
                out.write(clockNs.getAsLong(), buffer, offset, length);
            }
            txPackets.incrementAndGet();
            txBytes.addAndGet(length);
        } catch (IOException e) {
            failed(e);
        }
    }

    @Override
    public synchronized void flush() {
        try {
            if (out != null && !closed) {
                out.flush();
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException e) {
        if (txDropped.getAndIncrement() == 0) {
            LOG.error("{}: cannot be written: {}", name, e.getMessage());
        }
    }

    @Override
    public boolean isUp() {
        return !closed;
    }

    @Override
    public HostPortCounters counters() {
        return new HostPortCounters(
                rxPackets.get(),
                rxBytes.get(),
                0,
                rxErrors.get(),
                txPackets.get(),
                txBytes.get(),
                txDropped.get(),
                0);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            if (reader != null && reader != Thread.currentThread()) {
                LockSupport.unpark(reader);
                reader.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            if (in != null) {
                in.close();
            }
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            failed(e);
        }
    }
}
