// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.rpc.RequestException;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.Entity;
import org.weir.tofino.bfrt.proto.Error;
import org.weir.tofino.bfrt.proto.TableEntry;
import org.weir.tofino.bfrt.proto.Update;

/**
 * Session with the drivers whose refusals have P4Runtime's codes: UNAVAILABLE where the drivers
 * cannot be reached, otherwise the drivers' own code. May be used by several threads.
 */
final class DriverLink {

    private static final Logger LOG = LoggerFactory.getLogger(DriverLink.class);

    /** Time of an answer from which the log tells of it: controllers wait for all that follows. */
    private static final long SLOW_MS = 1_000;

    private final BfRtSession session;

    DriverLink(BfRtSession session) {
        this.session = session;
    }

    BfRtSession session() {
        return session;
    }

    /** The table of the drivers for an object of the P4Info. */
    TableInfo table(String name) {
        return call("table " + name, () -> session.info().table("pipe." + name));
    }

    /**
     * Writes one entry.
     *
     * @param what the object, for the message of a refusal
     * @throws RequestException if the drivers refuse it or cannot be reached
     */
    void write(String what, Update.Type type, TableEntry entry) {
        call(
                what,
                () -> {
                    session.send(
                            List.of(
                                    Update.newBuilder()
                                            .setType(type)
                                            .setEntity(Entity.newBuilder().setTableEntry(entry))
                                            .build()));
                    return null;
                });
    }

    /**
     * Reads entries by one request.
     *
     * @param what the object, for the message of a refusal
     * @throws RequestException if the drivers refuse it or cannot be reached
     */
    List<TableEntry> read(String what, List<TableEntry> wanted, Source source) {
        return call(what, () -> session.fetch(wanted, source));
    }

    /**
     * Calls the drivers.
     *
     * @param what the object, for the message of a refusal
     * @throws RequestException if the drivers refuse it or cannot be reached
     */
    static <T> T call(String what, Supplier<T> work) {
        long startNs = System.nanoTime();
        try {
            T answer = work.get();
            long tookMs = (System.nanoTime() - startNs) / 1_000_000;
            if (tookMs > SLOW_MS) {
                LOG.warn("{}: BF Runtime took {} ms", what, tookMs);
            }
            return answer;
        } catch (StatusRuntimeException e) {
            throw refusal(what, e);
        } catch (BfRtException e) {
            Status.Code code =
                    switch (e.reason()) {
                        case UNREACHABLE -> Status.Code.UNAVAILABLE;
                        case CONFLICT -> Status.Code.ALREADY_EXISTS;
                        case NO_SUCH_NAME -> Status.Code.NOT_FOUND;
                        case INVALID -> Status.Code.INVALID_ARGUMENT;
                        case REFUSED -> Status.Code.FAILED_PRECONDITION;
                        case PROTOCOL -> Status.Code.INTERNAL;
                    };
            throw new RequestException(code, what + ": " + e.getMessage());
        }
    }

    private static RequestException refusal(String what, StatusRuntimeException e) {
        com.google.rpc.Status status = StatusProto.fromThrowable(e);
        for (Any detail : status == null ? List.<Any>of() : status.getDetailsList()) {
            Error error = unpack(detail);
            if (error.getCanonicalCode() != 0) {
                return new RequestException(
                        Status.fromCodeValue(error.getCanonicalCode()).getCode(),
                        what + ": the drivers refuse it: " + error.getMessage());
            }
        }
        Status.Code code = e.getStatus().getCode();
        boolean unreachable =
                code == Status.Code.CANCELLED || code == Status.Code.DEADLINE_EXCEEDED;
        return new RequestException(
                unreachable ? Status.Code.UNAVAILABLE : code,
                what + ": BF Runtime: " + e.getStatus().getDescription());
    }

    private static Error unpack(Any detail) {
        try {
            return detail.unpack(Error.class);
        } catch (InvalidProtocolBufferException e) {
            return Error.newBuilder()
                    .setCanonicalCode(Status.Code.UNKNOWN.value())
                    .setMessage("a detail of type " + detail.getTypeUrl())
                    .build();
        }
    }
}
