// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ReadRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Answer to one request.
 *
 * @param call name of the RPC
 * @param message the request; null if its bytes are no message
 * @param refusal null if the request was accepted
 */
record Answer(String call, Message message, CompletableFuture<StatusRuntimeException> refusal) {

    /**
     * Status codes that P4Runtime's specification and its Google RPC codes provide for refusals.
     */
    static final Set<Status.Code> REFUSALS =
            EnumSet.of(
                    Status.Code.INVALID_ARGUMENT,
                    Status.Code.NOT_FOUND,
                    Status.Code.ALREADY_EXISTS,
                    Status.Code.PERMISSION_DENIED,
                    Status.Code.FAILED_PRECONDITION,
                    Status.Code.RESOURCE_EXHAUSTED,
                    Status.Code.OUT_OF_RANGE,
                    Status.Code.UNIMPLEMENTED);

    boolean isTaken() {
        return refusal.join() == null;
    }

    /** Fails unless the request was accepted, or refused with a status that says what is wrong. */
    void check() {
        check(message, refusal.join());
    }

    private static void check(Message message, StatusRuntimeException refusal) {
        if (message == null) {
            assertThat(refusal).isNotNull();
            assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            return;
        }
        if (refusal == null) {
            return;
        }
        assertThat(refusal.getStatus().getDescription()).isNotBlank();
        if (refusal.getStatus().getCode() != Status.Code.UNKNOWN) {
            assertThat(refusal.getStatus().getCode()).as("%s: %s", refusal, message).isIn(REFUSALS);
            return;
        }
        List<P4RuntimeOuterClass.Error> errors = Client.details(refusal);
        assertThat(errors)
                .hasSize(
                        message instanceof WriteRequest write
                                ? write.getUpdatesCount()
                                : ((ReadRequest) message).getEntitiesCount());
        for (P4RuntimeOuterClass.Error error : errors) {
            Status.Code code = Status.fromCodeValue(error.getCanonicalCode()).getCode();
            if (code != Status.Code.OK && code != Status.Code.ABORTED) {
                assertThat(code).as("%s: %s", error.getMessage(), message).isIn(REFUSALS);
                assertThat(error.getMessage()).isNotBlank();
            }
        }
    }
}
