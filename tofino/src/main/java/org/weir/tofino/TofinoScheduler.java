// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.PortId;
import org.weir.control.scheduler.AppliedSchedule;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.PortScheduler;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.tm.ClassQueues;
import org.weir.tofino.tm.DwrrWeights;
import org.weir.tofino.tm.PortQueues;
import org.weir.tofino.tm.QueueKey;
import org.weir.tofino.tm.QueueScheduling;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * Sets the scheduler of one Tofino through BF Runtime. The connection is made when the first
 * schedule is asked for and kept; when it is lost, because the server restarts for example, it is
 * tried again until it is there, and every port is set anew, since a restarted traffic manager has
 * its defaults. A push of a pipeline gives it the defaults, too, and may end the program whose name
 * requests have, while the session lasts: so the settings of one port after the other are read
 * back.
 */
public final class TofinoScheduler implements PortScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(TofinoScheduler.class);

    private static final long ANSWER_MS = 5_000;
    private static final long RETRY_MS = 1_000;

    /**
     * A switch that lost its power says nothing: one that is not heard is asked this seldom. So
     * seldom ports are tried again that were refused.
     */
    private static final int RETRIES_PER_CHECK = 30;

    /**
     * Refusals of the address's client id after which it is given up. A server does not notice at
     * once that an earlier session has ended, and may not for hours if the network has lost it.
     */
    private static final int MOST_CONFLICTS = 30;

    /**
     * Ports that are set together. An answer of the switch takes a while, however little was asked,
     * but a request for all ports could take longer than a lost switch may stay unnoticed.
     */
    static final int PORTS_PER_WRITE = 8;

    private final SwitchAccess access;
    private final Runnable changed;
    private final long answerMs;
    private final long retryMs;
    private final ScheduledExecutorService executor;
    private final Map<PortId, PortSchedule> wanted = new TreeMap<>();
    private final NavigableMap<PortId, AppliedSchedule> applied = new TreeMap<>();
    private final Map<PortId, String> refused = new TreeMap<>();
    private final Queue<Request> requests = new ArrayDeque<>();
    private String unreachable;

    /** Port whose settings were read back last; null before the first. */
    private PortId checked;

    private boolean retrying;
    private boolean closed;

    /** Refusals of the address's client id since the last connection; of the executor's thread. */
    private int conflicts;

    /** Written by the executor's one thread only. */
    private volatile BfRtSession session;

    private TrafficManagerTables trafficManager;

    /**
     * A scheduler that is not connected yet.
     *
     * @param access address of the switch
     * @param changed is called, from any thread, when {@link #trouble} or {@link #applied} may have
     *     changed
     */
    public TofinoScheduler(SwitchAccess access, Runnable changed) {
        this(access, changed, ANSWER_MS, RETRY_MS);
    }

    /**
     * The same with other times.
     *
     * @param access address of the switch
     * @param changed is called when something may have changed
     * @param answerMs longest time for an answer, ms
     * @param retryMs time between two attempts to connect, ms
     */
    TofinoScheduler(SwitchAccess access, Runnable changed, long answerMs, long retryMs) {
        this.access = access;
        this.changed = changed;
        this.answerMs = answerMs;
        this.retryMs = retryMs;
        ScheduledThreadPoolExecutor one =
                new ScheduledThreadPoolExecutor(
                        1,
                        task -> {
                            Thread thread = new Thread(task, "weir-bfrt-" + access.address());
                            thread.setDaemon(true);
                            return thread;
                        });
        one.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        one.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        this.executor = one;
        long checkMs = RETRIES_PER_CHECK * retryMs;
        executor.scheduleWithFixedDelay(this::check, checkMs, checkMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletableFuture<AppliedSchedule> apply(PortSchedule schedule) {
        Request request = new Request(schedule);
        synchronized (this) {
            wanted.put(schedule.port(), schedule);
            applied.remove(schedule.port());
            requests.add(request);
        }
        try {
            executor.execute(this::serve);
        } catch (RejectedExecutionException e) {
            request.result.completeExceptionally(
                    new BfRtException(
                            BfRtException.Reason.UNREACHABLE,
                            access.address() + ": the connection has been closed here",
                            e));
        }
        return request.result;
    }

    @Override
    public synchronized Optional<AppliedSchedule> applied(PortId port) {
        return Optional.ofNullable(applied.get(port));
    }

    @Override
    public void forget(PortId port) {
        boolean wasRefused;
        synchronized (this) {
            wanted.remove(port);
            applied.remove(port);
            wasRefused = refused.remove(port) != null;
        }
        if (wasRefused) {
            changed.run();
        }
    }

    @Override
    public synchronized Optional<String> trouble() {
        if (unreachable != null) {
            return Optional.of(unreachable);
        }
        return refused.values().stream().findFirst();
    }

    @Override
    public synchronized Optional<String> trouble(PortId port) {
        return Optional.ofNullable(unreachable == null ? refused.get(port) : unreachable);
    }

    /** Serves the requests that have come meanwhile, those of several ports together. */
    private void serve() {
        Map<PortId, Request> batch = new LinkedHashMap<>();
        synchronized (this) {
            // Two of one port are served one after the other.
            while (!requests.isEmpty()
                    && batch.size() < PORTS_PER_WRITE
                    && !batch.containsKey(requests.peek().port())) {
                Request next = requests.remove();
                batch.put(next.port(), next);
            }
        }
        if (batch.isEmpty()) {
            return;
        }
        List<Request> served = List.copyOf(batch.values());
        boolean fresh = session == null || !session.isOpen();
        try {
            synchronized (this) {
                if (retrying) {
                    // The next attempt sets every port; until then none waits for an answer.
                    throw new BfRtException(BfRtException.Reason.UNREACHABLE, unreachable);
                }
            }
            connect();
            write(served);
        } catch (RuntimeException e) {
            served.forEach(each -> each.result.completeExceptionally(e));
            return;
        }
        if (fresh) {
            setAll();
        }
    }

    private void check() {
        if (session != null) {
            try {
                if (!isAsApplied()) {
                    setAll();
                }
            } catch (BfRtException e) {
                // Another program may run meanwhile, and this session knows the name of the old one
                // only; or the server has gone without a word. Begin anew.
                disconnect();
                lost(e);
            } catch (RuntimeException e) {
                // It would be the last check.
                LOG.error("{}: not checked", access.address(), e);
            }
        }
        try {
            refusedRequests().forEach(each -> write(List.of(each)));
        } catch (RuntimeException e) {
            LOG.error("{}: refused ports not tried again", access.address(), e);
        }
    }

    /**
     * Whether the switch still has what the next port was given. If it has not, no port counts as
     * set any more.
     *
     * @throws BfRtException if the switch does not answer this session
     */
    private boolean isAsApplied() {
        AppliedSchedule expected;
        synchronized (this) {
            if (wanted.isEmpty()) {
                return true;
            }
            expected = nextApplied();
        }
        if (expected == null) {
            // Any answer tells that the session is still good.
            trafficManager.totalCells();
            return true;
        }
        PortId port = expected.asked().port();
        Optional<String> difference =
                SettingsCheck.difference(
                        trafficManager, access.devPort(port.port()), expected.asked());
        if (difference.isEmpty()) {
            return true;
        }
        LOG.warn(
                "{}: {}, as after a push of a pipeline; all ports of the switch are set again",
                port,
                difference.get());
        synchronized (this) {
            applied.clear();
        }
        changed.run();
        return false;
    }

    /** The schedule of the port after the one that was read back last; null if none is set. */
    private AppliedSchedule nextApplied() {
        Map.Entry<PortId, AppliedSchedule> next =
                checked == null ? null : applied.higherEntry(checked);
        if (next == null) {
            next = applied.firstEntry();
        }
        if (next == null) {
            return null;
        }
        checked = next.getKey();
        return next.getValue();
    }

    /** The schedules that were refused and may be possible now. */
    private synchronized List<Request> refusedRequests() {
        List<Request> again = new ArrayList<>();
        refused.keySet().forEach(port -> again.add(new Request(wanted.get(port))));
        return again;
    }

    /** Connects if there is no connection. */
    private void connect() {
        if (session != null && session.isOpen()) {
            return;
        }
        disconnect();
        try {
            session = BfRtSession.open(address(), answerMs);
            trafficManager = new TrafficManagerTables(session);
            conflicts = 0;
        } catch (BfRtException e) {
            if (e.reason() == BfRtException.Reason.CONFLICT && ++conflicts == MOST_CONFLICTS) {
                LOG.warn(
                        "{}; now takes a client id by chance instead, because a client that has"
                                + " gone may still be there for the switch",
                        e.getMessage());
            }
            disconnect();
            lost(e);
            throw e;
        }
        synchronized (this) {
            unreachable = null;
        }
        BfRtSession opened = session;
        // Also when it has ended meanwhile; but not when this side ends it.
        opened.ended()
                .thenAccept(
                        why -> {
                            if (session == opened) {
                                lost(why);
                            }
                        });
        changed.run();
        LOG.info(
                "{}: connected, {} runs {}",
                access.address(),
                trafficManager.generation(),
                session.program());
    }

    private BfRtAddress address() {
        return conflicts < MOST_CONFLICTS ? access.address() : access.address().withAnyClientId();
    }

    private void disconnect() {
        BfRtSession old = session;
        session = null;
        trafficManager = null;
        if (old != null) {
            old.close();
        }
    }

    /**
     * Forgets the schedules, because those of a traffic manager are not known without a connection.
     */
    private void lost(BfRtException why) {
        synchronized (this) {
            if (closed) {
                return;
            }
            unreachable = why.getMessage();
            applied.clear();
            refused.clear();
            retry();
        }
        changed.run();
    }

    private synchronized void retry() {
        if (!retrying && !closed) {
            retrying = true;
            executor.schedule(this::retryNow, retryMs, TimeUnit.MILLISECONDS);
        }
    }

    private void retryNow() {
        synchronized (this) {
            retrying = false;
        }
        try {
            connect();
            setAll();
        } catch (BfRtException e) {
            LOG.debug("{}: still {}", access.address(), e.getMessage());
        }
    }

    /** Sets every port that has not got what was asked for last. */
    private void setAll() {
        List<Request> missing = new ArrayList<>();
        synchronized (this) {
            wanted.forEach(
                    (port, schedule) -> {
                        if (!applied.containsKey(port) && !refused.containsKey(port)) {
                            missing.add(new Request(schedule));
                        }
                    });
        }
        for (int first = 0; first < missing.size(); first += PORTS_PER_WRITE) {
            write(missing.subList(first, Math.min(first + PORTS_PER_WRITE, missing.size())));
        }
    }

    /** Sets several ports together; if the switch refuses a part of it, each of them alone. */
    private void write(List<Request> batch) {
        if (session == null) {
            lostBefore(batch);
            return;
        }
        try {
            List<Integer> devPorts = new ArrayList<>();
            batch.forEach(each -> devPorts.add(access.devPort(each.port().port())));
            List<PortQueues> own = trafficManager.queues(devPorts);
            List<ClassQueues> queues = new ArrayList<>();
            List<Map<QueueKey, QueueScheduling>> ports = new ArrayList<>();
            for (int i = 0; i < batch.size(); i++) {
                ClassQueues use = new ClassQueues(batch.get(i).schedule);
                queues.add(use);
                ports.add(use.schedulings(own.get(i).first(ClassQueues.COUNT)));
            }
            trafficManager.schedule(ports);
            settled(batch, queues);
        } catch (BfRtException e) {
            refused(batch, e);
        } catch (IllegalArgumentException e) {
            refused(
                    batch,
                    new BfRtException(
                            BfRtException.Reason.INVALID,
                            batch.get(0).port() + ": " + e.getMessage(),
                            e));
        }
    }

    private void refused(List<Request> batch, BfRtException why) {
        if (batch.size() > 1 && why.reason() != BfRtException.Reason.UNREACHABLE) {
            batch.forEach(each -> write(List.of(each)));
            return;
        }
        PortId port = batch.get(0).port();
        if (isNews(port, why)) {
            LOG.warn("{}: {}", port, why.getMessage());
        }
        failed(port, why);
        batch.forEach(each -> each.result.completeExceptionally(why));
    }

    private synchronized boolean isNews(PortId port, BfRtException why) {
        return !refusal(port, why).equals(refused.get(port));
    }

    private static String refusal(PortId port, BfRtException why) {
        return port + ": " + why.getMessage();
    }

    /** The connection was lost before these could be written; they are set when it is back. */
    private void lostBefore(List<Request> batch) {
        String why;
        synchronized (this) {
            why = unreachable == null ? access.address() + ": closed here" : unreachable;
        }
        batch.forEach(
                each ->
                        each.result.completeExceptionally(
                                new BfRtException(BfRtException.Reason.UNREACHABLE, why)));
    }

    private void settled(List<Request> batch, List<ClassQueues> queues) {
        List<AppliedSchedule> done = new ArrayList<>();
        synchronized (this) {
            for (int i = 0; i < batch.size(); i++) {
                DwrrWeights weights = queues.get(i).weights();
                PortSchedule asked = batch.get(i).schedule;
                AppliedSchedule now =
                        new AppliedSchedule(asked, weights.weights(), weights.shareError());
                done.add(now);
                refused.remove(asked.port());
                if (asked.equals(wanted.get(asked.port())) && unreachable == null) {
                    applied.put(asked.port(), now);
                }
            }
        }
        changed.run();
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).result.complete(done.get(i));
        }
    }

    private void failed(PortId port, BfRtException why) {
        if (why.reason() == BfRtException.Reason.UNREACHABLE) {
            // A server that answers nothing may have gone without a word: begin anew.
            disconnect();
            lost(why);
            return;
        }
        synchronized (this) {
            if (!wanted.containsKey(port)) {
                return;
            }
            refused.put(port, refusal(port, why));
        }
        changed.run();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        executor.execute(this::disconnect);
        executor.shutdown();
    }

    /** A schedule that was asked for, and its result. */
    private static final class Request {
        private final PortSchedule schedule;
        private final CompletableFuture<AppliedSchedule> result = new CompletableFuture<>();

        private Request(PortSchedule schedule) {
            this.schedule = schedule;
        }

        private PortId port() {
            return schedule.port();
        }
    }
}
