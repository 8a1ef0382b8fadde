// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.weir.tofino.bfrt.proto.BfRuntimeGrpc;
import org.weir.tofino.bfrt.proto.Entity;
import org.weir.tofino.bfrt.proto.ForwardingPipelineConfig;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigRequest;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigResponse;
import org.weir.tofino.bfrt.proto.ReadRequest;
import org.weir.tofino.bfrt.proto.ReadResponse;
import org.weir.tofino.bfrt.proto.StreamMessageRequest;
import org.weir.tofino.bfrt.proto.StreamMessageResponse;
import org.weir.tofino.bfrt.proto.Subscribe;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.TableOperation;
import org.weir.tofino.bfrt.proto.Update;
import org.weir.tofino.bfrt.proto.WriteRequest;

/**
 * A session with a BF Runtime server: subscribed under a client id for as long as it lasts, with
 * the switch's own descriptions of its tables. It is not bound to a program, since only one client
 * may be, and that may be the one that writes the program's tables; every request names a program
 * instead, whose fixed tables are those of all. May be used by several threads.
 */
public final class BfRtSession implements AutoCloseable {
    /** The name under which fixed tables are known where no program runs. */
    private static final String NO_PROGRAM = "$SHARED";

    /** Room for the compiled programs, which a server sends with their descriptions, bytes. */
    private static final int MAX_ANSWER_BYTES = 256 << 20;

    private static final int CLOSE_MS = 1_000;

    /** A server of gRPC refuses pings that come more often than every five minutes. */
    private static final long KEEP_ALIVE_MINUTES = 6;

    private static final long KEEP_ALIVE_TIMEOUT_SECONDS = 20;

    /** Client ids by chance that are tried; a second one is hardly ever needed. */
    private static final int MOST_IDS = 5;

    /** Entries of a request that the server may need the whole time of an answer for. */
    private static final int ENTRIES_PER_ANSWER = 32;

    /** Handling of the other entries of a request when one is refused. */
    public enum Atomicity {
        /** All others are written. */
        CONTINUE(WriteRequest.Atomicity.CONTINUE_ON_ERROR),
        /**
         * Those after it are not, those before it are taken back; but in fixed tables, such as the
         * traffic manager's, they stay: {@link Transaction} takes those back too.
         */
        ROLLBACK(WriteRequest.Atomicity.ROLLBACK_ON_ERROR);

        private final WriteRequest.Atomicity sent;

        Atomicity(WriteRequest.Atomicity sent) {
            this.sent = sent;
        }
    }

    private final BfRtAddress address;
    private final long timeoutMs;
    private final ManagedChannel channel;
    private final CompletableFuture<Void> subscribed = new CompletableFuture<>();
    private final CompletableFuture<BfRtException> ended = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private StreamObserver<StreamMessageRequest> requests;
    private BfRtInfo info;
    private String program = NO_PROGRAM;

    private BfRtSession(BfRtAddress address, long timeoutMs) {
        this.address = address;
        this.timeoutMs = timeoutMs;
        this.channel =
                NettyChannelBuilder.forTarget("dns:///" + address.host() + ":" + address.port())
                        .usePlaintext()
                        .maxInboundMessageSize(MAX_ANSWER_BYTES)
                        .keepAliveTime(KEEP_ALIVE_MINUTES, TimeUnit.MINUTES)
                        .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                        .build();
    }

    /**
     * Subscribes and reads which tables there are.
     *
     * @param address the server, and the client id to use, if it has to be a certain one
     * @param timeoutMs longest time that the server may take for an answer, ms; holds for every
     *     request of the session. A request with several entries may take this long for each
     *     {@value #ENTRIES_PER_ANSWER} entries
     * @return the session
     * @throws BfRtException if the server cannot be reached, another client has the client id, or
     *     the answer is none of BF Runtime
     */
    public static BfRtSession open(BfRtAddress address, long timeoutMs) {
        if (address.clientId() != BfRtAddress.ANY_CLIENT_ID) {
            return openAs(address, timeoutMs);
        }
        for (int attempt = 1; ; attempt++) {
            // A server may take a client for alive for hours after the network has lost it.
            int id = ThreadLocalRandom.current().nextInt(1, BfRtAddress.MAX_CLIENT_ID + 1);
            try {
                return openAs(address.withClientIdByChance(id), timeoutMs);
            } catch (BfRtException e) {
                if (e.reason() != BfRtException.Reason.CONFLICT || attempt == MOST_IDS) {
                    throw e;
                }
            }
        }
    }

    private static BfRtSession openAs(BfRtAddress address, long timeoutMs) {
        BfRtSession session = new BfRtSession(address, timeoutMs);
        boolean done = false;
        try {
            session.subscribe();
            session.readInfo();
            done = true;
            return session;
        } finally {
            if (!done) {
                session.close();
            }
        }
    }

    private void subscribe() {
        requests =
                BfRuntimeGrpc.newStub(channel)
                        .streamChannel(
                                new StreamObserver<>() {
                                    @Override
                                    public void onNext(StreamMessageResponse message) {
                                        received(message);
                                    }

                                    @Override
                                    public void onError(Throwable error) {
                                        end(explain(error));
                                    }

                                    @Override
                                    public void onCompleted() {
                                        end(
                                                new BfRtException(
                                                        BfRtException.Reason.UNREACHABLE,
                                                        "BF Runtime at "
                                                                + address
                                                                + " has ended the session"));
                                    }
                                });
        requests.onNext(
                StreamMessageRequest.newBuilder()
                        .setClientId(address.clientId())
                        .setSubscribe(
                                Subscribe.newBuilder()
                                        .setDeviceId(address.deviceId())
                                        .setNotifications(Subscribe.Notifications.newBuilder()))
                        .build());
        try {
            subscribed.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new BfRtException(
                    BfRtException.Reason.UNREACHABLE,
                    "BF Runtime at " + address + " did not answer in " + timeoutMs + " ms",
                    e);
        } catch (ExecutionException e) {
            throw (BfRtException) e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BfRtException(
                    BfRtException.Reason.UNREACHABLE, "interrupted while subscribing", e);
        }
    }

    private void received(StreamMessageResponse message) {
        if (!message.hasSubscribe()) {
            return;
        }
        int code = message.getSubscribe().getStatus().getCode();
        if (code == Status.Code.OK.value()) {
            subscribed.complete(null);
        } else {
            end(refusedSubscription(message.getSubscribe().getStatus().getMessage()));
        }
    }

    private BfRtException explain(Throwable error) {
        Status status = Status.fromThrowable(error);
        boolean answered =
                status.getCode() == Status.Code.INVALID_ARGUMENT
                        || status.getCode() == Status.Code.ALREADY_EXISTS;
        if (!subscribed.isDone() && answered) {
            return refusedSubscription(status.getDescription());
        }
        return new BfRtException(
                BfRtException.Reason.UNREACHABLE,
                StatusExplained.forCall(address.toString(), status.asRuntimeException())
                        .getMessage(),
                error);
    }

    private BfRtException refusedSubscription(String said) {
        return new BfRtException(
                BfRtException.Reason.CONFLICT,
                "BF Runtime at "
                        + address
                        + " refuses client id "
                        + address.clientId()
                        + " ("
                        + said
                        + "); give the address another client_id, or end the client that has it");
    }

    private void end(BfRtException why) {
        subscribed.completeExceptionally(why);
        ended.complete(why);
    }

    private void readInfo() {
        GetForwardingPipelineConfigResponse answer;
        try {
            answer = getConfig();
        } catch (StatusRuntimeException e) {
            throw StatusExplained.forCall(address.toString(), e);
        }
        List<byte[]> documents = new ArrayList<>();
        documents.add(answer.getNonP4Config().getBfruntimeInfo().toByteArray());
        for (ForwardingPipelineConfig config : answer.getConfigList()) {
            documents.add(config.getBfruntimeInfo().toByteArray());
        }
        info = new BfRtInfo(documents);
        if (answer.getConfigCount() > 0) {
            program = answer.getConfig(0).getP4Name();
        }
    }

    private BfRuntimeGrpc.BfRuntimeBlockingStub stub(int entries) {
        long answers = 1 + (entries - 1L) / ENTRIES_PER_ANSWER;
        return BfRuntimeGrpc.newBlockingStub(channel)
                .withDeadlineAfter(answers * timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** The server, and the client id in use. */
    public BfRtAddress address() {
        return address;
    }

    /** The tables of the switch. */
    public BfRtInfo info() {
        return info;
    }

    /** Name of the first program that runs, {@code $SHARED} if none does. */
    public String program() {
        return program;
    }

    /** Completes with the reason when either side has ended the session. */
    public CompletableFuture<BfRtException> ended() {
        return ended.copy();
    }

    /** Whether the session still lasts, as far as this side knows. */
    public boolean isOpen() {
        return !ended.isDone();
    }

    /**
     * A new entry of a table, to be filled.
     *
     * @param table name of the table
     * @param scope the part of the switch it is meant for
     * @throws BfRtException if the switch has no such table
     */
    public Entry entry(String table, Scope scope) {
        return new Entry(info.table(table), scope);
    }

    /**
     * Writes entries, in their order.
     *
     * @param changes the changes
     * @param atomicity handling of the others when one is refused
     * @throws WriteException if some were refused; it names each
     * @throws BfRtException if the server cannot be reached
     */
    public void write(List<Change> changes, Atomicity atomicity) {
        WriteRequest.Builder request =
                WriteRequest.newBuilder()
                        .setTarget(Scope.WHOLE.target(address.deviceId()))
                        .setClientId(address.clientId())
                        .setAtomicity(atomicity.sent)
                        .setP4Name(program);
        changes.forEach(change -> request.addUpdates(change.encode(address.deviceId())));
        try {
            stub(changes.size()).write(request.build());
        } catch (StatusRuntimeException e) {
            throw StatusExplained.forEntries(
                    address.toString(),
                    e,
                    changes.stream().map(Change::entry).collect(Collectors.toList()));
        }
    }

    /**
     * Reads one entry.
     *
     * @param wanted table, scope and key
     * @param source the driver or the ASIC
     * @return the entry with all its data
     * @throws BfRtException if there is no such entry, or the server cannot be reached
     */
    public Entry read(Entry wanted, Source source) {
        List<Entry> found = readAll(wanted, source);
        if (found.isEmpty()) {
            throw new BfRtException(
                    BfRtException.Reason.NO_SUCH_NAME, wanted + ": the switch has no such entry");
        }
        return found.get(0);
    }

    /**
     * Reads entries.
     *
     * @param wanted table and scope; with a key one entry, without all of them
     * @param source the driver or the ASIC
     * @return the entries, with all their data
     * @throws BfRtException if they cannot be read
     */
    public List<Entry> readAll(Entry wanted, Source source) {
        return request(List.of(wanted), source).stream()
                .map(sent -> decode(sent, wanted))
                .collect(Collectors.toList());
    }

    /**
     * Reads several entries by one request.
     *
     * @param wanted table, scope and key of each
     * @param source the driver or the ASIC
     * @return the entries with all their data, in the same order
     * @throws BfRtException if one does not exist, or the server cannot be reached
     */
    public List<Entry> readEach(List<Entry> wanted, Source source) {
        List<TableEntry> sent = request(wanted, source);
        if (sent.size() != wanted.size()) {
            throw new BfRtException(
                    BfRtException.Reason.PROTOCOL,
                    "BF Runtime at "
                            + address
                            + " sent "
                            + sent.size()
                            + " entries for the "
                            + wanted.size()
                            + " that were asked for");
        }
        List<Entry> found = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            found.add(decode(sent.get(i), wanted.get(i)));
        }
        return found;
    }

    private List<TableEntry> request(List<Entry> wanted, Source source) {
        try {
            return fetch(
                    wanted.stream()
                            .map(each -> each.encodeKey(address.deviceId()))
                            .collect(Collectors.toList()),
                    source);
        } catch (StatusRuntimeException e) {
            throw StatusExplained.forEntries(address.toString(), e, wanted);
        }
    }

    /**
     * Reads entries by one request, in the protocol's own form: for tables whose keys {@link Entry}
     * cannot hold.
     *
     * @param wanted table and key of each; without a key all entries of the table, and its default
     *     entry
     * @param source the driver or the ASIC
     * @throws StatusRuntimeException as the server refused it
     */
    public List<TableEntry> fetch(List<TableEntry> wanted, Source source) {
        ReadRequest.Builder request =
                ReadRequest.newBuilder()
                        .setTarget(Scope.WHOLE.target(address.deviceId()))
                        .setClientId(address.clientId())
                        .setP4Name(program);
        for (TableEntry each : wanted) {
            TableEntry.Builder asked = each.toBuilder();
            asked.getTableFlagsBuilder().setFromHw(source == Source.HARDWARE);
            request.addEntitiesBuilder().setTableEntry(asked);
        }
        List<TableEntry> found = new ArrayList<>();
        Iterator<ReadResponse> answers = stub(wanted.size()).read(request.build());
        while (answers.hasNext()) {
            for (Entity entity : answers.next().getEntitiesList()) {
                if (entity.hasTableEntry()) {
                    found.add(entity.getTableEntry());
                }
            }
        }
        return found;
    }

    /**
     * Writes entries in the protocol's own form, in all pipes; after a refused one the others are
     * written.
     *
     * @throws StatusRuntimeException as the server refused it, with one Error of BF Runtime for
     *     each entry in its details
     */
    public void send(List<Update> updates) {
        stub(updates.size())
                .write(
                        WriteRequest.newBuilder()
                                .setTarget(Scope.WHOLE.target(address.deviceId()))
                                .setClientId(address.clientId())
                                .setAtomicity(Atomicity.CONTINUE.sent)
                                .setP4Name(program)
                                .addAllUpdates(updates)
                                .build());
    }

    /**
     * Lets the drivers read all counters of a table from the ASIC, for reads of {@link
     * Source#DRIVER}. Returns before they have; they do one such read of a table at a time.
     *
     * @throws StatusRuntimeException as the server refused it
     */
    public void syncCounters(TableInfo table) {
        send(
                List.of(
                        Update.newBuilder()
                                .setType(Update.Type.INSERT)
                                .setEntity(
                                        Entity.newBuilder()
                                                .setTableOperation(
                                                        TableOperation.newBuilder()
                                                                .setTableId(table.id())
                                                                .setTableOperationsType(
                                                                        "SyncCounters")))
                                .build()));
    }

    /**
     * The first program that runs, with all that the server tells of it; without a name if none
     * does.
     *
     * @throws StatusRuntimeException as the server refused it
     */
    public ForwardingPipelineConfig runningProgram() {
        GetForwardingPipelineConfigResponse answer = getConfig();
        return answer.getConfigCount() == 0
                ? ForwardingPipelineConfig.getDefaultInstance()
                : answer.getConfig(0);
    }

    private GetForwardingPipelineConfigResponse getConfig() {
        return stub(1).getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(address.deviceId())
                                .setClientId(address.clientId())
                                .build());
    }

    private Entry decode(TableEntry sent, Entry wanted) {
        TableInfo table = info.tableWithId(sent.getTableId()).orElse(wanted.table());
        return Entry.decode(table, wanted.scope(), sent);
    }

    /** Source of values that are read. */
    public enum Source {
        /** Values that the driver has stored. */
        DRIVER,
        /** The ASIC itself; counters are up to date only there. */
        HARDWARE
    }

    /** Ends the session, upon which the server forgets the client; a second call does nothing. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        end(
                new BfRtException(
                        BfRtException.Reason.UNREACHABLE, "the session has been closed here"));
        if (requests != null) {
            requests.onCompleted();
        }
        channel.shutdown();
        try {
            if (!channel.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS)) {
                channel.shutdownNow();
            }
        } catch (InterruptedException e) {
            channel.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
