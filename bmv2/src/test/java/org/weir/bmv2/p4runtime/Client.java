// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/** A P4Runtime client on a connection of its own. */
public final class Client implements AutoCloseable {

    public static final long DEVICE_ID = 7;

    /** Far above what any answer takes; only a failing test waits for it. */
    private static final long TIMEOUT_SECONDS = 20;

    final ManagedChannel channel;
    public final P4RuntimeGrpc.P4RuntimeBlockingStub stub;
    private final Uint128 electionId;
    private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();
    private StreamObserver<StreamMessageRequest> stream;

    public Client(int port, long electionIdLow) {
        this(port, Uint128.newBuilder().setLow(electionIdLow).build());
    }

    public Client(int port, Uint128 electionId) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port)
                        .usePlaintext()
                        .maxInboundMetadataSize(1 << 20)
                        .build();
        stub = P4RuntimeGrpc.newBlockingStub(channel);
        this.electionId = electionId;
    }

    /** A client that is the primary. */
    public static Client primary(int port, long electionIdLow) throws InterruptedException {
        return primary(port, Uint128.newBuilder().setLow(electionIdLow).build());
    }

    public static Client primary(int port, Uint128 electionId) throws InterruptedException {
        Client client = new Client(port, electionId);
        client.openStream();
        assertThat(client.arbitrate()).isEqualTo(Status.Code.OK);
        return client;
    }

    public void openStream() {
        stream =
                P4RuntimeGrpc.newStub(channel)
                        .streamChannel(
                                new StreamObserver<>() {
                                    @Override
                                    public void onNext(StreamMessageResponse message) {
                                        received.add(message);
                                    }

                                    @Override
                                    public void onError(Throwable error) {
                                        received.add(Status.fromThrowable(error));
                                    }

                                    @Override
                                    public void onCompleted() {
                                        received.add(Status.OK);
                                    }
                                });
    }

    public void send(StreamMessageRequest message) {
        stream.onNext(message);
    }

    public void closeStream() {
        stream.onCompleted();
    }

    /** Sends this client's election id and gives back what the server makes of it. */
    public Status.Code arbitrate() throws InterruptedException {
        sendArbitration(DEVICE_ID);
        return nextArbitration();
    }

    public void sendArbitration(long deviceId) {
        send(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(deviceId)
                                        .setElectionId(electionId))
                        .build());
    }

    public Status.Code nextArbitration() throws InterruptedException {
        StreamMessageResponse message = next();
        assertThat(message.hasArbitration()).as(message.toString()).isTrue();
        assertThat(message.getArbitration().getDeviceId()).isEqualTo(DEVICE_ID);
        return Status.fromCodeValue(message.getArbitration().getStatus().getCode()).getCode();
    }

    public StreamMessageResponse next() throws InterruptedException {
        Object message = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(message).isInstanceOf(StreamMessageResponse.class);
        return (StreamMessageResponse) message;
    }

    /** Status with which the server ended the stream. */
    public Status nextEnd() throws InterruptedException {
        Object message = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(message).isInstanceOf(Status.class);
        return (Status) message;
    }

    public void push(ForwardingPipelineConfig config) {
        push(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT, config);
    }

    void push(SetForwardingPipelineConfigRequest.Action action, ForwardingPipelineConfig config) {
        SetForwardingPipelineConfigRequest.Builder request =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(DEVICE_ID)
                        .setElectionId(electionId)
                        .setAction(action);
        if (config != null) {
            request.setConfig(config);
        }
        stub.setForwardingPipelineConfig(request.build());
    }

    public void insert(TableEntry entry) {
        write(Update.Type.INSERT, Program.entity(entry));
    }

    public void write(Update.Type type, Entity entity) {
        write(WriteRequest.Atomicity.CONTINUE_ON_ERROR, update(type, entity));
    }

    void write(WriteRequest.Atomicity atomicity, Update... updates) {
        stub.write(request(atomicity, updates));
    }

    public WriteRequest request(WriteRequest.Atomicity atomicity, Update... updates) {
        return WriteRequest.newBuilder()
                .setDeviceId(DEVICE_ID)
                .setElectionId(electionId)
                .setAtomicity(atomicity)
                .addAllUpdates(List.of(updates))
                .build();
    }

    public static Update update(Update.Type type, Entity entity) {
        return Update.newBuilder().setType(type).setEntity(entity).build();
    }

    /** Writes what must fail, and gives back the error of each update. */
    List<P4RuntimeOuterClass.Error> failingWrite(
            WriteRequest.Atomicity atomicity, Update... updates) {
        try {
            stub.write(request(atomicity, updates));
        } catch (StatusRuntimeException e) {
            return details(e);
        }
        throw new AssertionError("The write succeeded");
    }

    /** Writes one update that must fail, and gives back its error. */
    P4RuntimeOuterClass.Error failingWrite(Update.Type type, Entity entity) {
        return failingWrite(WriteRequest.Atomicity.CONTINUE_ON_ERROR, update(type, entity)).get(0);
    }

    public static List<P4RuntimeOuterClass.Error> details(StatusRuntimeException e) {
        assertThat(e.getStatus().getCode()).as(e.toString()).isEqualTo(Status.Code.UNKNOWN);
        try {
            List<P4RuntimeOuterClass.Error> errors = new ArrayList<>();
            for (var detail : StatusProto.fromThrowable(e).getDetailsList()) {
                errors.add(detail.unpack(P4RuntimeOuterClass.Error.class));
            }
            return errors;
        } catch (com.google.protobuf.InvalidProtocolBufferException wrong) {
            throw new AssertionError(wrong);
        }
    }

    public List<Entity> read(Entity... requests) {
        List<Entity> entities = new ArrayList<>();
        stub.read(
                        ReadRequest.newBuilder()
                                .setDeviceId(DEVICE_ID)
                                .addAllEntities(List.of(requests))
                                .build())
                .forEachRemaining(response -> entities.addAll(response.getEntitiesList()));
        return entities;
    }

    public List<TableEntry> readEntries(TableEntry request) {
        return read(Program.entity(request)).stream().map(Entity::getTableEntry).toList();
    }

    public List<TableEntry> readTable(String name) {
        return readEntries(TableEntry.newBuilder().setTableId(Program.ENTITIES.id(name)).build());
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
