// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Base of the ports on interfaces: the thread that waits for frames, for changes of the link and
 * for the end, and the counters.
 */
abstract class PollingPort implements HostPort {

    private static final Logger LOG = LoggerFactory.getLogger(PollingPort.class);

    /** Size of {@code struct pollfd}: descriptor, events asked for, events seen. */
    private static final int POLLFD_BYTES = 8;

    private static final int REVENTS = 6;

    /** Batches read before the link is looked at again. */
    private static final int MAX_BATCHES = 16;

    private static final int DATA = 0;
    private static final int LINK = 1;
    private static final int END = 2;

    private final String name;
    private final LinkWatch watch;
    private final int endFd;
    private final Memory polled = new Memory(3L * POLLFD_BYTES);

    private final AtomicLong rxPackets = new AtomicLong();
    private final AtomicLong rxBytes = new AtomicLong();
    private final AtomicLong rxErrors = new AtomicLong();
    private final AtomicLong txPackets = new AtomicLong();
    private final AtomicLong txBytes = new AtomicLong();
    private final AtomicLong txDropped = new AtomicLong();
    private final AtomicLong txErrors = new AtomicLong();

    /** Held while sending, so that no descriptor is closed under a frame. */
    private final ReentrantLock sending = new ReentrantLock();

    private FrameListener frames;
    private Thread reader;
    private volatile boolean up;
    private volatile boolean ending;
    private volatile boolean closed;

    PollingPort(String name, LinkWatch watch) throws IOException {
        this.name = name;
        this.watch = watch;
        endFd = Libc.eventfd(0, Libc.O_NONBLOCK | Libc.O_CLOEXEC);
        if (endFd < 0) {
            throw Libc.failure(name + ": eventfd");
        }
        up = watch.isUp();
    }

    /** The descriptor that frames are read from. */
    abstract int dataFd();

    /**
     * Reads some of the frames that wait, and gives each to {@link #received}.
     *
     * @return whether more may be waiting
     */
    abstract boolean readSome();

    /** The interface may have gone, or another one of its name may have come. */
    abstract void linkChanged(int index);

    /** Frames that Linux dropped, as they were not read in time. */
    abstract long rxDropped();

    /**
     * Gives back what the port holds of Linux; called once, when nothing reads or sends any more.
     */
    abstract void release();

    /** Sends a frame at once; holds {@link #sending}. */
    abstract boolean sendNow(byte[] buffer, int offset, int length);

    /** Takes a frame to be sent with the next flush; holds {@link #sending}. */
    abstract void addNow(byte[] buffer, int offset, int length);

    /** Sends what was added; holds {@link #sending}. */
    abstract void flushNow();

    final LinkWatch watch() {
        return watch;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean isUp() {
        return up;
    }

    @Override
    public final synchronized void start(FrameListener frames, LinkListener link) {
        if (reader != null || closed) {
            throw new IllegalStateException(
                    name + (closed ? ": has been closed" : ": reads already"));
        }
        this.frames = frames;
        reader = new Thread(() -> run(link), "port-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void run(LinkListener link) {
        poll(DATA, dataFd());
        poll(LINK, watch.fd());
        poll(END, endFd);
        up = watch.isUp();
        link.link(up);
        while (!ending) {
            if (Libc.poll(Pointer.nativeValue(polled), 3, -1) < 0 && Libc.errno() != Libc.EINTR) {
                LOG.error("{}", Libc.failure(name + ": poll").getMessage());
                return;
            }
            if (saw(LINK)) {
                watch.drain();
                int index = watch.index();
                linkChanged(index);
                boolean now = index != 0 && watch.isUp();
                if (now != up) {
                    up = now;
                    link.link(now);
                }
            }
            if (saw(DATA)) {
                readAll();
            }
        }
    }

    private void readAll() {
        boolean more = true;
        for (int i = 0; i < MAX_BATCHES && more && !ending; i++) {
            more = readSome();
            frames.endOfBatch();
        }
    }

    private void poll(int slot, int fd) {
        polled.setInt((long) slot * POLLFD_BYTES, fd);
        polled.setInt((long) slot * POLLFD_BYTES + 4, Libc.POLLIN);
    }

    /** Ignores a descriptor from now on. */
    final void stopReading() {
        poll(DATA, -1);
    }

    private boolean saw(int slot) {
        // Errors count as well: reading tells them, and takes them away.
        return polled.getShort((long) slot * POLLFD_BYTES + REVENTS) != 0;
    }

    /** Hands a frame on that came in. */
    final void received(byte[] buffer, int offset, int length) {
        rxPackets.setRelease(rxPackets.getPlain() + 1);
        rxBytes.setRelease(rxBytes.getPlain() + length);
        try {
            frames.frame(buffer, offset, length);
        } catch (RuntimeException | Error e) {
            // A failure of the listener about one frame must not stop the port.
            LOG.error("{}: a frame of {} bytes", name, length, e);
        }
    }

    final void countRxError() {
        rxErrors.setRelease(rxErrors.getPlain() + 1);
    }

    final void countSent(int frames, long bytes) {
        txPackets.setRelease(txPackets.getPlain() + frames);
        txBytes.setRelease(txBytes.getPlain() + bytes);
    }

    /** Counts frames that were not sent. */
    final void countNotSent(int errno, int frames) {
        AtomicLong counter = SendErrors.isOfFrame(errno) ? txErrors : txDropped;
        counter.setRelease(counter.getPlain() + frames);
    }

    @Override
    public final boolean send(byte[] buffer, int offset, int length) {
        sending.lock();
        try {
            if (!closed) {
                return sendNow(buffer, offset, length);
            }
            countNotSent(0, 1);
            return false;
        } finally {
            sending.unlock();
        }
    }

    @Override
    public final void add(byte[] buffer, int offset, int length) {
        sending.lock();
        try {
            if (closed) {
                countNotSent(0, 1);
            } else {
                addNow(buffer, offset, length);
            }
        } finally {
            sending.unlock();
        }
    }

    @Override
    public final void flush() {
        sending.lock();
        try {
            if (!closed) {
                flushNow();
            }
        } finally {
            sending.unlock();
        }
    }

    @Override
    public final HostPortCounters counters() {
        return new HostPortCounters(
                rxPackets.get(),
                rxBytes.get(),
                rxDropped(),
                rxErrors.get(),
                txPackets.get(),
                txBytes.get(),
                txDropped.get(),
                txErrors.get());
    }

    @Override
    public final void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        ending = true;
        Memory one = new Memory(Long.BYTES);
        one.setLong(0, 1);
        Libc.write(endFd, Pointer.nativeValue(one), Long.BYTES);
        boolean interrupted = false;
        while (reader != null && reader != Thread.currentThread() && reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        up = false;
        sending.lock();
        try {
            release();
        } finally {
            sending.unlock();
        }
        watch.close();
        Libc.close(endFd);
    }
}
