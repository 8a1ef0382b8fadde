// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Action;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.lab.network.SwitchSpec;
import org.weir.wire.p4.WeirIngress;

/** Weir's program and one route in a switch, by P4Runtime. */
final class StockRoutes {
    private static final String RESOURCE = "/org/weir/pipelines/v1model/weir.";
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(1).build();

    private StockRoutes() {}

    /** Loads the program and sends 10.0.0.5 out of a port. */
    static void install(SwitchSpec spec, int port) throws Exception {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(spec.grpcHost(), spec.grpcPort())
                        .usePlaintext()
                        .build();
        try {
            BlockingQueue<StreamMessageResponse> answers = new LinkedBlockingQueue<>();
            StreamObserver<StreamMessageRequest> stream = openStream(channel, answers);
            stream.onNext(
                    StreamMessageRequest.newBuilder()
                            .setArbitration(
                                    MasterArbitrationUpdate.newBuilder()
                                            .setDeviceId(spec.deviceId())
                                            .setElectionId(ELECTION_ID))
                            .build());
            answers.take();
            P4Info.Builder p4Info = P4Info.newBuilder();
            TextFormat.merge(resource("p4info.txtpb").toString(StandardCharsets.UTF_8), p4Info);
            P4RuntimeGrpc.P4RuntimeBlockingStub stub = P4RuntimeGrpc.newBlockingStub(channel);
            stub.setForwardingPipelineConfig(
                    SetForwardingPipelineConfigRequest.newBuilder()
                            .setDeviceId(spec.deviceId())
                            .setElectionId(ELECTION_ID)
                            .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                            .setConfig(
                                    ForwardingPipelineConfig.newBuilder()
                                            .setP4Info(p4Info)
                                            .setP4DeviceConfig(resource("json")))
                            .build());
            stub.write(
                    WriteRequest.newBuilder()
                            .setDeviceId(spec.deviceId())
                            .setElectionId(ELECTION_ID)
                            .addUpdates(
                                    Update.newBuilder()
                                            .setType(Update.Type.INSERT)
                                            .setEntity(
                                                    Entity.newBuilder()
                                                            .setTableEntry(
                                                                    route(p4Info.build(), port))))
                            .build());
            stream.onCompleted();
        } catch (StatusRuntimeException e) {
            // The reason of each update stands in the details only.
            throw new AssertionError(String.valueOf(StatusProto.fromThrowable(e)), e);
        } finally {
            channel.shutdownNow();
            channel.awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    private static StreamObserver<StreamMessageRequest> openStream(
            ManagedChannel channel, BlockingQueue<StreamMessageResponse> answers) {
        return P4RuntimeGrpc.newStub(channel)
                .streamChannel(
                        new StreamObserver<>() {
                            @Override
                            public void onNext(StreamMessageResponse answer) {
                                answers.add(answer);
                            }

                            @Override
                            public void onError(Throwable failure) {
                                // The test sees it by the answer that does not come.
                            }

                            @Override
                            public void onCompleted() {
                                // As above.
                            }
                        });
    }

    private static TableEntry route(P4Info p4Info, int port) {
        int table =
                p4Info.getTablesList().stream()
                        .filter(
                                each ->
                                        each.getPreamble()
                                                .getName()
                                                .equals(WeirIngress.Forwarding.IPV4_ROUTES))
                        .findFirst()
                        .orElseThrow()
                        .getPreamble()
                        .getId();
        int action =
                p4Info.getActionsList().stream()
                        .filter(
                                each ->
                                        each.getPreamble()
                                                .getName()
                                                .equals(WeirIngress.Forwarding.SET_OUTPUT))
                        .findFirst()
                        .orElseThrow()
                        .getPreamble()
                        .getId();
        return TableEntry.newBuilder()
                .setTableId(table)
                .addMatch(
                        FieldMatch.newBuilder()
                                .setFieldId(1)
                                .setLpm(
                                        FieldMatch.LPM
                                                .newBuilder()
                                                .setValue(
                                                        ByteString.copyFrom(
                                                                new byte[] {10, 0, 0, 5}))
                                                .setPrefixLen(32)))
                .setAction(
                        TableAction.newBuilder()
                                .setAction(
                                        Action.newBuilder()
                                                .setActionId(action)
                                                .addParams(
                                                        Action.Param.newBuilder()
                                                                .setParamId(1)
                                                                .setValue(
                                                                        ByteString.copyFrom(
                                                                                new byte[] {
                                                                                    (byte) port
                                                                                })))))
                .build();
    }

    private static ByteString resource(String kind) throws IOException {
        try (InputStream stream = StockRoutes.class.getResourceAsStream(RESOURCE + kind)) {
            return ByteString.readFrom(stream);
        }
    }
}
