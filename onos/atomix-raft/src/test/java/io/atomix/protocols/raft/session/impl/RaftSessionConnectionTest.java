// SPDX-License-Identifier: Apache-2.0
package io.atomix.protocols.raft.session.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.atomix.cluster.MemberId;
import io.atomix.protocols.raft.protocol.KeepAliveRequest;
import io.atomix.protocols.raft.protocol.KeepAliveResponse;
import io.atomix.protocols.raft.protocol.RaftClientProtocol;
import io.atomix.protocols.raft.protocol.RaftResponse;
import io.atomix.protocols.raft.session.CommunicationStrategy;
import io.atomix.utils.concurrent.ThreadPoolContext;
import io.atomix.utils.concurrent.Threads;
import io.atomix.utils.logging.LoggerContext;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Atomix's own connection, with this module's selector. */
class RaftSessionConnectionTest {
    private static final List<MemberId> ALL =
            List.of(MemberId.from("store-1"), MemberId.from("store-2"), MemberId.from("store-3"));

    /** With the published selector about one of 8000 requests never ends. */
    private static final int REQUESTS = 200_000;

    private static final long LIMIT_S = 60;

    private final MemberSelectorManager manager = new MemberSelectorManager();

    /** Two of three attempts fail, and heartbeats name one leader or another meanwhile. */
    @Test
    void eachRequestEnds() throws Exception {
        manager.resetAll(null, ALL);
        ScheduledExecutorService threads =
                Executors.newScheduledThreadPool(
                        2, Threads.namedThreads("raft-%d", LoggerFactory.getLogger(getClass())));
        RaftSessionConnection connection =
                new RaftSessionConnection(
                        protocol(),
                        manager.createSelector(CommunicationStrategy.LEADER),
                        new ThreadPoolContext(threads),
                        LoggerContext.builder(getClass()).build());
        KeepAliveRequest request =
                KeepAliveRequest.builder()
                        .withSessionIds(new long[] {1})
                        .withCommandSequences(new long[] {1})
                        .withEventIndexes(new long[] {1})
                        .build();
        AtomicBoolean ended = new AtomicBoolean();
        Thread heartbeats =
                new Thread(
                        () -> {
                            for (int i = 0; !ended.get(); i++) {
                                manager.resetAll(ALL.get(i % ALL.size()), ALL);
                            }
                        });
        heartbeats.start();
        int answered = 0;
        try {
            for (int i = 0; i < REQUESTS; i++) {
                // An error is an end, too.
                answered +=
                        connection
                                .keepAlive(request)
                                .handle((response, error) -> 1)
                                .get(LIMIT_S, TimeUnit.SECONDS);
            }
        } finally {
            ended.set(true);
            heartbeats.join();
            threads.shutdownNow();
        }
        assertThat(answered).isEqualTo(REQUESTS);
    }

    private static RaftClientProtocol protocol() {
        KeepAliveResponse response =
                KeepAliveResponse.builder()
                        .withStatus(RaftResponse.Status.OK)
                        .withLeader(ALL.get(0))
                        .withMembers(ALL)
                        .withSessionIds(new long[] {1})
                        .build();
        AtomicInteger attempts = new AtomicInteger();
        return (RaftClientProtocol)
                Proxy.newProxyInstance(
                        RaftClientProtocol.class.getClassLoader(),
                        new Class<?>[] {RaftClientProtocol.class},
                        (proxy, method, arguments) ->
                                attempts.incrementAndGet() % 3 == 0
                                        ? CompletableFuture.completedFuture(response)
                                        : CompletableFuture.failedFuture(new ConnectException()));
    }
}
