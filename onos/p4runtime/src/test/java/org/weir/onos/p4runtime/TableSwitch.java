// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.protobuf.Any;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Error;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/** A P4Runtime server on loopback that has tables but no data plane. */
final class TableSwitch extends P4RuntimeGrpc.P4RuntimeImplBase implements AutoCloseable {

    private final Server server;
    private final int port;
    private final Map<Entity, Entity> entities = new LinkedHashMap<>();
    private final List<Long> cookiesSet = new CopyOnWriteArrayList<>();
    private final List<PacketOut> packetOuts = new CopyOnWriteArrayList<>();
    private final List<WriteRequest> writes = new CopyOnWriteArrayList<>();
    private ForwardingPipelineConfig pipeline;
    private BigInteger highestElectionId = BigInteger.ZERO;
    private int arbitrations;
    private StreamObserver<StreamMessageResponse> stream;

    TableSwitch(int wantedPort, BigInteger highestElectionId, BindableService... more)
            throws IOException {
        this.highestElectionId = highestElectionId;
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", wantedPort))
                        .addService(this);
        for (BindableService service : more) {
            builder.addService(service);
        }
        server = builder.build().start();
        this.port = server.getPort();
    }

    int port() {
        return port;
    }

    List<WriteRequest> writes() {
        return writes;
    }

    List<PacketOut> packetOuts() {
        return packetOuts;
    }

    List<Long> cookiesSet() {
        return cookiesSet;
    }

    synchronized void send(StreamMessageResponse message) {
        stream.onNext(message);
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }

    @Override
    public void capabilities(
            CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> answer) {
        answer.onNext(CapabilitiesResponse.getDefaultInstance());
        answer.onCompleted();
    }

    @Override
    public synchronized void setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest request,
            StreamObserver<SetForwardingPipelineConfigResponse> answer) {
        pipeline = request.getConfig();
        cookiesSet.add(pipeline.getCookie().getCookie());
        entities.clear();
        answer.onNext(SetForwardingPipelineConfigResponse.getDefaultInstance());
        answer.onCompleted();
    }

    @Override
    public synchronized void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> answer) {
        if (pipeline == null) {
            answer.onError(Status.FAILED_PRECONDITION.asRuntimeException());
            return;
        }
        answer.onNext(
                GetForwardingPipelineConfigResponse.newBuilder()
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder()
                                        .setCookie(pipeline.getCookie()))
                        .build());
        answer.onCompleted();
    }

    @Override
    public synchronized void write(WriteRequest request, StreamObserver<WriteResponse> answer) {
        writes.add(request);
        List<Error> errors = new ArrayList<>();
        for (Update update : request.getUpdatesList()) {
            errors.add(error(apply(update)));
        }
        if (errors.stream().allMatch(error -> error.getCanonicalCode() == 0)) {
            answer.onNext(WriteResponse.getDefaultInstance());
            answer.onCompleted();
            return;
        }
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder()
                        .setCode(Status.Code.UNKNOWN.value())
                        .setMessage("some updates failed");
        errors.forEach(error -> status.addDetails(Any.pack(error)));
        answer.onError(StatusProto.toStatusRuntimeException(status.build()));
    }

    private Status apply(Update update) {
        Entity entity = update.getEntity();
        Entity key = key(entity);
        boolean isDefault = entity.getTableEntry().getIsDefaultAction();
        switch (update.getType()) {
            case INSERT:
                if (entities.putIfAbsent(key, entity) != null) {
                    return Status.ALREADY_EXISTS.withDescription("there is such an entry");
                }
                return Status.OK;
            case MODIFY:
                if (!isDefault && !entities.containsKey(key)) {
                    return Status.NOT_FOUND.withDescription("there is no such entry");
                }
                entities.put(key, entity);
                return Status.OK;
            case DELETE:
                return entities.remove(key) == null
                        ? Status.NOT_FOUND.withDescription("there is no such entry")
                        : Status.OK;
            default:
                return Status.INVALID_ARGUMENT;
        }
    }

    private static Entity key(Entity entity) {
        if (!entity.hasTableEntry()) {
            return entity;
        }
        return Entity.newBuilder()
                .setTableEntry(
                        entity.getTableEntry().toBuilder()
                                .clearAction()
                                .clearControllerMetadata()
                                .clearCounterData())
                .build();
    }

    private static Error error(Status status) {
        return Error.newBuilder()
                .setCanonicalCode(status.getCode().value())
                .setMessage(status.getDescription() == null ? "" : status.getDescription())
                .build();
    }

    /** Answers in one message per entity: a client must not stop at the first. */
    @Override
    public synchronized void read(ReadRequest request, StreamObserver<ReadResponse> answer) {
        for (Entity wanted : request.getEntitiesList()) {
            for (Entity entity : entities.values()) {
                if (matches(wanted, entity)) {
                    answer.onNext(ReadResponse.newBuilder().addEntities(entity).build());
                }
            }
        }
        answer.onCompleted();
    }

    private static boolean matches(Entity wanted, Entity entity) {
        TableEntry table = wanted.getTableEntry();
        return wanted.getEntityCase() == entity.getEntityCase()
                && (table.getTableId() == 0
                        || table.getTableId() == entity.getTableEntry().getTableId())
                && table.getIsDefaultAction() == entity.getTableEntry().getIsDefaultAction();
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> responses) {
        return new StreamObserver<>() {
            @Override
            public void onNext(StreamMessageRequest message) {
                if (message.hasPacket()) {
                    packetOuts.add(message.getPacket());
                } else if (message.hasArbitration()) {
                    arbitrate(message.getArbitration(), responses);
                }
            }

            @Override
            public void onError(Throwable failure) {
                // The controller went away.
            }

            @Override
            public void onCompleted() {
                responses.onCompleted();
            }
        };
    }

    private static BigInteger unsigned(long bits) {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    synchronized BigInteger highestElectionId() {
        return highestElectionId;
    }

    synchronized int arbitrations() {
        return arbitrations;
    }

    /** Has another client become primary, and tells the one that was. */
    synchronized void claim(BigInteger electionId) {
        highestElectionId = electionId;
        stream.onNext(arbitration(1, false));
    }

    private synchronized void arbitrate(
            MasterArbitrationUpdate update, StreamObserver<StreamMessageResponse> responses) {
        arbitrations++;
        BigInteger id =
                unsigned(update.getElectionId().getHigh())
                        .shiftLeft(64)
                        .add(unsigned(update.getElectionId().getLow()));
        boolean primary = id.compareTo(highestElectionId) >= 0;
        if (primary) {
            highestElectionId = id;
            stream = responses;
        }
        responses.onNext(arbitration(update.getDeviceId(), primary));
    }

    private StreamMessageResponse arbitration(long deviceId, boolean primary) {
        Uint128 highest =
                Uint128.newBuilder()
                        .setHigh(highestElectionId.shiftRight(64).longValue())
                        .setLow(highestElectionId.longValue())
                        .build();
        Status.Code code = primary ? Status.Code.OK : Status.Code.ALREADY_EXISTS;
        return StreamMessageResponse.newBuilder()
                .setArbitration(
                        MasterArbitrationUpdate.newBuilder()
                                .setDeviceId(deviceId)
                                .setElectionId(highest)
                                .setStatus(
                                        com.google.rpc.Status.newBuilder().setCode(code.value())))
                .build();
    }
}
