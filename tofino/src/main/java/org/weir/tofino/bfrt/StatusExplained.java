// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.bfrt.BfRtException.Reason;
import org.weir.tofino.bfrt.proto.Error;

/** Turns gRPC's statuses into sentences. */
final class StatusExplained {
    private StatusExplained() {}

    /**
     * Explains a server's answer about each of the entries it was asked for: the status carries one
     * Error per entry, up to the last that failed, those that did not with code 0.
     *
     * @param failed status exception of the call
     * @param entries the entries, in the order they were sent
     * @return an exception with every refused entry, or one for the call as a whole
     */
    static BfRtException forEntries(
            String address, StatusRuntimeException failed, List<Entry> entries) {
        List<WriteException.Rejection> rejections = new ArrayList<>();
        com.google.rpc.Status status = StatusProto.fromThrowable(failed);
        int index = 0;
        for (Any detail : status == null ? List.<Any>of() : status.getDetailsList()) {
            Error error = unpack(detail);
            if (error.getCanonicalCode() != Code.OK_VALUE && index < entries.size()) {
                rejections.add(
                        new WriteException.Rejection(
                                index,
                                entries.get(index),
                                reason(error.getCanonicalCode()),
                                said(error)));
            }
            index++;
        }
        return rejections.isEmpty() ? forCall(address, failed) : new WriteException(rejections);
    }

    /** Explains a call that failed as a whole. */
    static BfRtException forCall(String address, StatusRuntimeException failed) {
        Status status = failed.getStatus();
        switch (status.getCode()) {
            case UNAVAILABLE:
            case CANCELLED:
                return new BfRtException(
                        Reason.UNREACHABLE,
                        "BF Runtime at " + address + " cannot be reached: " + said(status),
                        failed);
            case DEADLINE_EXCEEDED:
                return new BfRtException(
                        Reason.UNREACHABLE,
                        "BF Runtime at " + address + " did not answer in time",
                        failed);
            case UNIMPLEMENTED:
                return new BfRtException(
                        Reason.PROTOCOL,
                        "what answers at " + address + " is not BF Runtime: " + said(status),
                        failed);
            default:
                return new BfRtException(
                        reason(status.getCode().value()),
                        "BF Runtime at " + address + ": " + said(status),
                        failed);
        }
    }

    private static String said(Status status) {
        Throwable cause = status.getCause();
        String description = status.getDescription();
        String text = status.getCode() + (description == null ? "" : ": " + description);
        return cause == null || cause.getMessage() == null
                ? text
                : text + " (" + cause.getMessage() + ")";
    }

    private static String said(Error error) {
        Code code = Code.forNumber(error.getCanonicalCode());
        String name = code == null ? "code " + error.getCanonicalCode() : code.name();
        return error.getMessage().isEmpty() ? name : name + ": " + error.getMessage();
    }

    private static Error unpack(Any detail) {
        try {
            return detail.unpack(Error.class);
        } catch (InvalidProtocolBufferException e) {
            return Error.newBuilder()
                    .setCanonicalCode(Code.UNKNOWN_VALUE)
                    .setMessage("a detail of type " + detail.getTypeUrl())
                    .build();
        }
    }

    private static Reason reason(int code) {
        switch (code) {
            case Code.INVALID_ARGUMENT_VALUE:
            case Code.OUT_OF_RANGE_VALUE:
                return Reason.INVALID;
            case Code.NOT_FOUND_VALUE:
                return Reason.NO_SUCH_NAME;
            case Code.ALREADY_EXISTS_VALUE:
                return Reason.CONFLICT;
            default:
                return Reason.REFUSED;
        }
    }
}
