// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.p4runtime.role.Arbitration;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestListAckError;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketOutError;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamError;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamOtherError;
import org.weir.bmv2.rpc.Outbox;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.time.Timeline;

/**
 * One client's stream. Messages received are handled on the timeline, with a bounded number on
 * their way there; messages to send wait in a bounded outbox.
 */
final class StreamSession implements StreamObserver<StreamMessageRequest>, Arbitration.Client {

    /**
     * Most messages of the client that wait for the timeline; beyond, gRPC's flow control stops the
     * client.
     */
    private static final int MAX_INCOMING = 64;

    /** Most messages that wait for the client. */
    private static final int MAX_OUTGOING = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(StreamSession.class);

    private final Device device;
    private final Timeline timeline;
    private final ServerCallStreamObserver<StreamMessageResponse> call;
    private final Outbox<StreamMessageResponse> outbox;
    private final LongAdder dropped;
    private boolean ended;

    /**
     * A session on a stream that is just being opened.
     *
     * @param dropped counts messages that the client was too slow for
     */
    StreamSession(
            Device device,
            Timeline timeline,
            ServerCallStreamObserver<StreamMessageResponse> call,
            Executor executor,
            LongAdder dropped) {
        this.device = device;
        this.timeline = timeline;
        this.call = call;
        this.dropped = dropped;
        outbox = new Outbox<>(call, executor, MAX_OUTGOING, this::endLater);
        call.setOnCancelHandler(this::gone);
        call.disableAutoRequest();
        call.request(MAX_INCOMING);
    }

    @Override
    public void onNext(StreamMessageRequest message) {
        timeline.submit(
                () -> {
                    if (!ended) {
                        try {
                            handle(message);
                        } finally {
                            call.request(1);
                        }
                    }
                });
    }

    @Override
    public void onError(Throwable error) {
        gone();
    }

    @Override
    public void onCompleted() {
        timeline.submit(
                () -> {
                    end();
                    outbox.complete();
                });
    }

    @Override
    public void put(StreamMessageResponse message) {
        outbox.put(message);
    }

    @Override
    public void offer(StreamMessageResponse message) {
        if (!outbox.offer(message)) {
            dropped.increment();
        }
    }

    private void gone() {
        outbox.abandon();
        endLater();
    }

    /** Not at once: the clients may be gone through just now. */
    private void endLater() {
        timeline.submit(this::end);
    }

    private void end() {
        if (!ended) {
            ended = true;
            device.arbitration().disconnect(this);
        }
    }

    private void handle(StreamMessageRequest message) {
        try {
            switch (message.getUpdateCase()) {
                case ARBITRATION:
                    arbitrate(message);
                    break;
                case PACKET:
                    device.packetOut(this, message.getPacket());
                    break;
                case DIGEST_ACK:
                    device.acknowledge(this, message.getDigestAck());
                    break;
                default:
                    throw RequestException.unimplemented(
                            "update: " + message.getUpdateCase() + " is not known to this switch");
            }
        } catch (RequestException e) {
            report(message, e);
        } catch (ControlException e) {
            report(message, RequestException.of(e));
        } catch (RuntimeException e) {
            LOG.error("Message on a stream", e);
            report(message, new RequestException(Status.Code.INTERNAL, e.toString()));
        }
    }

    private void arbitrate(StreamMessageRequest message) {
        try {
            device.arbitration().update(this, message.getArbitration());
        } catch (RequestException e) {
            end();
            outbox.fail(e.status());
        }
    }

    private void report(StreamMessageRequest message, RequestException e) {
        StreamError.Builder error =
                StreamError.newBuilder()
                        .setCanonicalCode(e.code().value())
                        .setMessage(e.getMessage());
        switch (message.getUpdateCase()) {
            case PACKET:
                error.setPacketOut(PacketOutError.newBuilder().setPacketOut(message.getPacket()));
                break;
            case DIGEST_ACK:
                error.setDigestListAck(
                        DigestListAckError.newBuilder().setDigestListAck(message.getDigestAck()));
                break;
            default:
                error.setOther(StreamOtherError.newBuilder().setOther(message.getOther()));
                break;
        }
        offer(StreamMessageResponse.newBuilder().setError(error).build());
    }
}
