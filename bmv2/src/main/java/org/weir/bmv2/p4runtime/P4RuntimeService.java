// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteResponse;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.rpc.TimelineCalls;
import org.weir.bmv2.time.Timeline;

/**
 * The calls of P4Runtime. They run on gRPC's threads and reach the switch through the timeline
 * only.
 */
final class P4RuntimeService extends P4RuntimeGrpc.P4RuntimeImplBase {

    private static final Logger LOG = LoggerFactory.getLogger(P4RuntimeService.class);

    /** Version of the specification that this server follows. */
    private static final String API_VERSION = "1.4.1";

    private final Device device;
    private final Timeline timeline;
    private final TimelineCalls calls;
    private final Executor executor;
    private final LongAdder dropped = new LongAdder();

    P4RuntimeService(Device device, Timeline timeline, Executor executor) {
        this.device = device;
        this.timeline = timeline;
        this.calls = new TimelineCalls(timeline);
        this.executor = executor;
    }

    /** Packets and digests that were dropped because their client did not keep up. */
    long dropped() {
        return dropped.sum();
    }

    @Override
    public void capabilities(
            CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> response) {
        response.onNext(
                CapabilitiesResponse.newBuilder().setP4RuntimeApiVersion(API_VERSION).build());
        response.onCompleted();
    }

    @Override
    public void setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest request,
            StreamObserver<SetForwardingPipelineConfigResponse> response) {
        answer(
                response,
                () -> {
                    device.requireDevice(request.getDeviceId());
                    RoleName role = RoleName.of(request.getRole(), request.getRoleId());
                    new PipelinePush(device, role, request).run(calls);
                    return SetForwardingPipelineConfigResponse.getDefaultInstance();
                });
    }

    @Override
    public void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> response) {
        answer(
                response,
                () -> {
                    device.requireDevice(request.getDeviceId());
                    Pipeline pipeline = device.pipeline();
                    if (pipeline == null) {
                        return GetForwardingPipelineConfigResponse.getDefaultInstance();
                    }
                    return GetForwardingPipelineConfigResponse.newBuilder()
                            .setConfig(select(pipeline.config(), request.getResponseType()))
                            .build();
                });
    }

    @Override
    public void write(WriteRequest request, StreamObserver<WriteResponse> response) {
        answer(
                response,
                () -> {
                    device.requireDevice(request.getDeviceId());
                    RoleName role = RoleName.of(request.getRole(), request.getRoleId());
                    if (request.getAtomicity() == WriteRequest.Atomicity.UNRECOGNIZED) {
                        throw RequestException.invalid(
                                "atomicity: " + request.getAtomicityValue() + " is none");
                    }
                    Pipeline pipeline = device.pipeline();
                    WriteBatch checked =
                            pipeline == null
                                    ? null
                                    : new WriteBatch(pipeline, request.getUpdatesList());
                    WriteBatch batch = calls.call(() -> device.write(role, request, checked));
                    if (!batch.succeeded()) {
                        throw StatusProto.toStatusRuntimeException(batch.status());
                    }
                    return WriteResponse.getDefaultInstance();
                });
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadResponse> response) {
        ServerCallStreamObserver<ReadResponse> call =
                (ServerCallStreamObserver<ReadResponse>) response;
        call.setOnCancelHandler(() -> LOG.debug("A client gave up a read"));
        ReadStream stream = new ReadStream(call);
        try {
            device.requireDevice(request.getDeviceId());
            RoleName role = RoleName.of(request.getRole(), 0);
            device.readAhead(request);
            stream.send(calls.call(() -> device.read(role, request)));
        } catch (RequestException e) {
            call.onError(e.status().asRuntimeException());
        } catch (RuntimeException e) {
            call.onError(internal(e));
        }
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> response) {
        return new StreamSession(
                device,
                timeline,
                (ServerCallStreamObserver<StreamMessageResponse>) response,
                executor,
                dropped);
    }

    private static ForwardingPipelineConfig select(
            ForwardingPipelineConfig config, GetForwardingPipelineConfigRequest.ResponseType type) {
        ForwardingPipelineConfig.Builder selected = ForwardingPipelineConfig.newBuilder();
        if (config.hasCookie()) {
            selected.setCookie(config.getCookie());
        }
        switch (type) {
            case ALL:
                return config;
            case COOKIE_ONLY:
                return selected.build();
            case P4INFO_AND_COOKIE:
                return selected.setP4Info(config.getP4Info()).build();
            case DEVICE_CONFIG_AND_COOKIE:
                return selected.setP4DeviceConfig(config.getP4DeviceConfig()).build();
            default:
                throw RequestException.invalid("response_type: unknown");
        }
    }

    private static <T> void answer(StreamObserver<T> response, Supplier<T> work) {
        // With a handler, the answer to a client that has gone in between is simply not sent.
        ((ServerCallStreamObserver<T>) response)
                .setOnCancelHandler(() -> LOG.debug("A client gave up a request"));
        T result;
        try {
            result = work.get();
        } catch (RequestException e) {
            response.onError(e.status().asRuntimeException());
            return;
        } catch (StatusRuntimeException e) {
            response.onError(e);
            return;
        } catch (RuntimeException e) {
            response.onError(internal(e));
            return;
        }
        response.onNext(result);
        response.onCompleted();
    }

    private static RuntimeException internal(RuntimeException e) {
        LOG.error("P4Runtime request", e);
        return Status.INTERNAL.withDescription(e.toString()).withCause(e).asRuntimeException();
    }
}
