// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.server;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.proto.BfRuntimeGrpc;
import org.weir.tofino.bfrt.proto.Entity;
import org.weir.tofino.bfrt.proto.Error;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigRequest;
import org.weir.tofino.bfrt.proto.GetForwardingPipelineConfigResponse;
import org.weir.tofino.bfrt.proto.ReadRequest;
import org.weir.tofino.bfrt.proto.ReadResponse;
import org.weir.tofino.bfrt.proto.StreamMessageRequest;
import org.weir.tofino.bfrt.proto.StreamMessageResponse;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.TargetDevice;
import org.weir.tofino.bfrt.proto.Update;
import org.weir.tofino.bfrt.proto.WriteRequest;
import org.weir.tofino.bfrt.proto.WriteResponse;
import org.weir.tofino.server.Schema.Refused;

/**
 * A BF Runtime server over real gRPC that answers as open-p4studio's does: client ids are unique
 * among sessions; who is not bound to a program must name one in each request; errors come one per
 * update in the status' details, up to the last that failed; the rollback of a write ends it at the
 * first error and leaves what fixed tables have got.
 */
public final class BfRtTestServer implements AutoCloseable {
    /** Name of the program that runs at start. */
    public static final String PROGRAM = "weir";

    /** Name that a request has while no program runs. */
    private static final String NO_PROGRAM = "$SHARED";

    private final Schema schema;
    private final AsicTables tables;
    private final Set<Integer> clients = new HashSet<>();
    private boolean keepsClients;
    private String program = PROGRAM;
    private final List<Runnable> sessionEndListeners = new ArrayList<>();
    private final Server server;
    private final int listensOn;
    private int writes;
    private int reads;

    /**
     * Starts a server on loopback.
     *
     * @param generation 1 or 2
     * @param port port to listen on; 0 for any
     */
    public BfRtTestServer(int generation, int port) {
        schema = new Schema("/fixed-tables-tf" + generation + ".json");
        tables = new AsicTables(schema, generation);
        try {
            server =
                    NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port))
                            .addService(new Service())
                            .build()
                            .start();
            listensOn = server.getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Address of the server, for a client of the given id. */
    public BfRtAddress address(int clientId) {
        return new BfRtAddress("127.0.0.1", listensOn, 0, clientId);
    }

    /** Every write to this entry is refused from now on. */
    public synchronized void breakEntry(String table, int pipe, Map<String, Object> key) {
        tables.breakEntry(table, pipe, key);
    }

    /** Writes to a broken entry are taken again. */
    public synchronized void mendEntry(String table, int pipe, Map<String, Object> key) {
        tables.mendEntry(table, pipe, key);
    }

    /**
     * Loads a program as a push of a pipeline does: the device is removed and added, the traffic
     * manager has its defaults again, and the sessions last.
     *
     * @param name name of the program; it is the only one that requests may have
     */
    public synchronized void load(String name) {
        program = name;
        tables.reset();
    }

    /** Removes the program, as for a device that has not got one yet; the sessions last. */
    public synchronized void unload() {
        load(NO_PROGRAM);
    }

    /** Gives queue numbers of a port other physical queues. */
    public synchronized void carve(long devPort, int... egressQueues) {
        tables.carve(devPort, egressQueues);
    }

    /** Sets the counters of the ASIC itself. */
    public synchronized void count(
            String table, int pipe, Map<String, Object> key, Map<String, Object> counters) {
        tables.count(table, pipe, key, counters);
    }

    /** Values written to an entry, by field; empty if none was. */
    public synchronized Map<String, Object> written(
            String table, int pipe, Map<String, Object> key) {
        return new HashMap<>(tables.written(table, pipe, key));
    }

    /** Number of write requests. */
    public synchronized int writes() {
        return writes;
    }

    /** Requests to read entries, so far. */
    public synchronized int reads() {
        return reads;
    }

    /** Ids of the subscribed clients. */
    public synchronized Set<Integer> clients() {
        return Set.copyOf(clients);
    }

    /** Clients stay subscribed from now on, as for a server that does not notice their end. */
    public synchronized void keepClients() {
        keepsClients = true;
    }

    /** Is called when a session ends. */
    public synchronized void onSessionEnd(Runnable listener) {
        sessionEndListeners.add(listener);
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String program() {
        return program;
    }

    private synchronized boolean enter(int clientId) {
        return clients.add(clientId);
    }

    private void leave(int clientId) {
        List<Runnable> listeners;
        synchronized (this) {
            if (!keepsClients) {
                clients.remove(clientId);
            }
            listeners = List.copyOf(sessionEndListeners);
        }
        listeners.forEach(Runnable::run);
    }

    private static int pipe(TargetDevice whole, Entity entity) {
        return entity.getTableEntry().hasEntryTgt()
                ? entity.getTableEntry().getEntryTgt().getPipeId()
                : whole.getPipeId();
    }

    private static Error error(Refused refused) {
        return Error.newBuilder()
                .setCanonicalCode(refused.code)
                .setMessage(refused.getMessage())
                .build();
    }

    /**
     * One status for a whole request: UNKNOWN, with an Error for each up to the last that failed.
     */
    private static RuntimeException status(String message, List<Error> each) {
        int last = each.size();
        while (last > 0 && each.get(last - 1).getCanonicalCode() == Code.OK_VALUE) {
            last--;
        }
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder().setCode(Code.UNKNOWN_VALUE).setMessage(message);
        each.subList(0, last).forEach(one -> status.addDetails(Any.pack(one)));
        return StatusProto.toStatusRuntimeException(status.build());
    }

    private static boolean failed(List<Error> each) {
        return each.stream().anyMatch(one -> one.getCanonicalCode() != Code.OK_VALUE);
    }

    private static RuntimeException unknownProgram(String name) {
        return Status.NOT_FOUND
                .withDescription("Unable to obtain BF_RT info for (" + name + ") Object not found")
                .asRuntimeException();
    }

    private final class Service extends BfRuntimeGrpc.BfRuntimeImplBase {
        @Override
        public StreamObserver<StreamMessageRequest> streamChannel(
                StreamObserver<StreamMessageResponse> answers) {
            return new StreamObserver<>() {
                private int clientId;
                private boolean subscribed;

                @Override
                public void onNext(StreamMessageRequest request) {
                    if (subscribed || !request.hasSubscribe()) {
                        return;
                    }
                    if (!enter(request.getClientId())) {
                        answers.onError(
                                Status.INVALID_ARGUMENT
                                        .withDescription(
                                                "Can't have two clients with the same client id")
                                        .asRuntimeException());
                        return;
                    }
                    clientId = request.getClientId();
                    subscribed = true;
                    StreamMessageResponse.Builder answer = StreamMessageResponse.newBuilder();
                    answer.getSubscribeBuilder().getStatusBuilder().setCode(Code.OK_VALUE);
                    answers.onNext(answer.build());
                }

                @Override
                public void onError(Throwable error) {
                    end();
                }

                @Override
                public void onCompleted() {
                    end();
                    answers.onCompleted();
                }

                private void end() {
                    if (subscribed) {
                        subscribed = false;
                        leave(clientId);
                    }
                }
            };
        }

        @Override
        public void getForwardingPipelineConfig(
                GetForwardingPipelineConfigRequest request,
                StreamObserver<GetForwardingPipelineConfigResponse> answers) {
            GetForwardingPipelineConfigResponse.Builder answer =
                    GetForwardingPipelineConfigResponse.newBuilder();
            String runs = program();
            if (!runs.equals(NO_PROGRAM)) {
                answer.addConfigBuilder()
                        .setP4Name(runs)
                        .setBfruntimeInfo(ByteString.copyFromUtf8("{\"tables\": []}"));
            }
            answer.getNonP4ConfigBuilder().setBfruntimeInfo(schema.document());
            answers.onNext(answer.build());
            answers.onCompleted();
        }

        @Override
        public void write(WriteRequest request, StreamObserver<WriteResponse> answers) {
            if (!request.getP4Name().equals(program())) {
                answers.onError(unknownProgram(request.getP4Name()));
                return;
            }
            List<Error> each = new ArrayList<>();
            synchronized (BfRtTestServer.this) {
                writes++;
                for (Update update : request.getUpdatesList()) {
                    try {
                        tables.write(
                                update.getType(),
                                pipe(request.getTarget(), update.getEntity()),
                                update.getEntity().getTableEntry());
                        each.add(Error.getDefaultInstance());
                    } catch (Refused refused) {
                        each.add(error(refused));
                        if (request.getAtomicity() == WriteRequest.Atomicity.ROLLBACK_ON_ERROR) {
                            break;
                        }
                    }
                }
            }
            if (failed(each)) {
                answers.onError(status("Write Error Status", each));
            } else {
                answers.onNext(WriteResponse.getDefaultInstance());
                answers.onCompleted();
            }
        }

        @Override
        public void read(ReadRequest request, StreamObserver<ReadResponse> answers) {
            if (!request.getP4Name().equals(program())) {
                answers.onError(unknownProgram(request.getP4Name()));
                return;
            }
            List<Error> each = new ArrayList<>();
            ReadResponse.Builder answer = ReadResponse.newBuilder();
            synchronized (BfRtTestServer.this) {
                reads++;
                for (Entity entity : request.getEntitiesList()) {
                    List<TableEntry> found = new ArrayList<>();
                    try {
                        tables.read(
                                pipe(request.getTarget(), entity), entity.getTableEntry(), found);
                        each.add(Error.getDefaultInstance());
                    } catch (Refused refused) {
                        each.add(error(refused));
                    }
                    found.forEach(one -> answer.addEntitiesBuilder().setTableEntry(one));
                }
            }
            answers.onNext(answer.build());
            if (failed(each)) {
                answers.onError(status("Read Error Status", each));
            } else {
                answers.onCompleted();
            }
        }
    }
}
