// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import p4.v1.P4RuntimeOuterClass;

/**
 * Reads what a failed Write says about each of its updates.
 *
 * <p>P4Runtime (chapter "Error reporting") puts one {@code p4.v1.Error} per update, in the order of
 * the updates, into the details of the call's {@code google.rpc.Status}. A server that fails as a
 * whole, or never answers, sends none; then every update shares the call's status.
 */
final class WriteOutcome {

    private WriteOutcome() {}

    static void apply(Throwable failure, List<EntityUpdate> updates) {
        List<P4RuntimeOuterClass.Error> errors = details(failure);
        if (errors.size() != updates.size()) {
            Status status = Status.fromThrowable(failure);
            String reason = Rpc.explain(failure);
            updates.forEach(
                    update -> update.failed(status(status.getCode().value()), reason, failure));
            return;
        }
        for (int i = 0; i < errors.size(); i++) {
            P4RuntimeOuterClass.Error error = errors.get(i);
            if (error.getCanonicalCode() == Status.Code.OK.value()) {
                updates.get(i).succeeded();
            } else {
                updates.get(i)
                        .failed(status(error.getCanonicalCode()), explanation(error), failure);
            }
        }
    }

    private static List<P4RuntimeOuterClass.Error> details(Throwable failure) {
        List<P4RuntimeOuterClass.Error> errors = new ArrayList<>();
        com.google.rpc.Status status = StatusProto.fromThrowable(failure);
        if (status == null) {
            return errors;
        }
        for (Any detail : status.getDetailsList()) {
            try {
                errors.add(detail.unpack(P4RuntimeOuterClass.Error.class));
            } catch (InvalidProtocolBufferException e) {
                // Not a per-update error; the count no longer fits and the whole status is used.
                return new ArrayList<>();
            }
        }
        return errors;
    }

    private static EntityUpdateStatus status(int canonicalCode) {
        if (canonicalCode == Status.Code.ALREADY_EXISTS.value()) {
            return EntityUpdateStatus.ALREADY_EXIST;
        }
        if (canonicalCode == Status.Code.NOT_FOUND.value()) {
            return EntityUpdateStatus.NOT_FOUND;
        }
        return EntityUpdateStatus.OTHER_ERROR;
    }

    private static String explanation(P4RuntimeOuterClass.Error error) {
        String code = Status.fromCodeValue(error.getCanonicalCode()).getCode().name();
        String space = error.getSpace().isEmpty() ? "" : " [" + error.getSpace() + "]";
        return code
                + (error.getMessage().isEmpty() ? "" : ": " + error.getMessage())
                + space
                + (error.getCode() == 0 ? "" : " code " + error.getCode());
    }
}
