// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCallStreamObserver;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadResponse;
import org.weir.bmv2.rpc.MessageSize;

/** Sends what was read in pieces, as fast as the client takes them. */
final class ReadStream {

    private static final int ENTITIES_PER_RESPONSE = 1000;

    private final ServerCallStreamObserver<ReadResponse> call;
    private Device.ReadResult result;
    private int next;
    private boolean ended;

    /** A stream that is just being opened. */
    ReadStream(ServerCallStreamObserver<ReadResponse> call) {
        this.call = call;
        call.setOnReadyHandler(this::sendWhileReady);
    }

    /** Sends all, and then how it went. */
    void send(Device.ReadResult read) {
        synchronized (this) {
            result = read;
        }
        sendWhileReady();
    }

    private synchronized void sendWhileReady() {
        if (result == null || ended) {
            return;
        }
        while (call.isReady() && next < result.entities().size()) {
            ReadResponse.Builder response = ReadResponse.newBuilder();
            int bytes = 0;
            int end = Math.min(next + ENTITIES_PER_RESPONSE, result.entities().size());
            while (next < end && bytes < MessageSize.FULL_BYTES) {
                Entity one = result.entities().get(next).get();
                if (result.scope().covers(one)) {
                    response.addEntities(one);
                    bytes += one.getSerializedSize();
                }
                next++;
            }
            if (response.getEntitiesCount() > 0) {
                call.onNext(response.build());
            }
        }
        if (next < result.entities().size()) {
            return;
        }
        ended = true;
        if (result.failures() > 0) {
            call.onError(
                    StatusProto.toStatusRuntimeException(
                            WriteBatch.errorStatus("Read", result.errors(), result.failures())));
        } else {
            call.onCompleted();
        }
    }
}
