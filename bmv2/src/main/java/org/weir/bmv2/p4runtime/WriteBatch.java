// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.Any;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.p4runtime.entity.EntityKind;
import org.weir.bmv2.p4runtime.entity.Operation;
import org.weir.bmv2.p4runtime.p4info.HeldStrings;
import org.weir.bmv2.p4runtime.p4info.PendingStrings;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.p4runtime.role.RoleScope;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.bmv2.rpc.RequestException;

/** Updates of one write request, with the result of each. */
final class WriteBatch {

    private static final Logger LOG = LoggerFactory.getLogger(WriteBatch.class);

    private final Pipeline pipeline;
    private final List<Update> updates;
    private final Operation[] operations;
    private final RequestException[] errors;
    private final PendingStrings[] strings;
    private int failures;

    /** Strings that the switch holds, once it was read for want of a number; null before. */
    private HeldStrings held;

    /**
     * True if an update may have given back a number since numbers were last looked for: then it is
     * worth looking again.
     */
    private boolean mayHaveFreed = true;

    /**
     * Checks updates against the pipeline. An update with a string for which no number is free is
     * checked when it is its turn, as updates before it may give numbers back. May be called on any
     * thread.
     */
    WriteBatch(Pipeline pipeline, List<Update> updates) {
        this.pipeline = pipeline;
        this.updates = updates;
        operations = new Operation[updates.size()];
        errors = new RequestException[updates.size()];
        strings = new PendingStrings[updates.size()];
        for (int i = 0; i < operations.length; i++) {
            int update = i;
            try {
                pipeline.decode(() -> prepare(update));
            } catch (RequestException e) {
                if (!strings[update].lacksNumber()) {
                    fail(update, e);
                }
            }
        }
    }

    private void prepare(int update) {
        strings[update] = new PendingStrings();
        Update.Type type = updates.get(update).getType();
        Entity entity = updates.get(update).getEntity();
        if (type == Update.Type.UNSPECIFIED || type == Update.Type.UNRECOGNIZED) {
            throw RequestException.invalid("type: neither INSERT nor MODIFY nor DELETE");
        }
        EntityKind kind = pipeline.kind(entity);
        operations[update] = strings[update].collect(() -> kind.prepare(type, entity));
    }

    /** The pipeline that the updates were checked against. */
    Pipeline pipeline() {
        return pipeline;
    }

    /**
     * Applies the updates that a role covers. To be called on the timeline's thread; all is done
     * when this returns, so no packet sees the batch half applied whatever the atomicity.
     */
    void apply(WriteRequest.Atomicity atomicity, RoleName role, RoleScope scope) {
        requireAtomic(atomicity);
        refuseOutside(role, scope);
        boolean lateChecks = false;
        for (int i = 0; i < operations.length; i++) {
            lateChecks |= isUnchecked(i);
        }
        if (lateChecks) {
            pipeline.changeNames(() -> applyAll(atomicity));
        } else {
            applyAll(atomicity);
        }
    }

    /** Applies the updates in their order; whether they stay. */
    private boolean applyAll(WriteRequest.Atomicity atomicity) {
        boolean allOrNothing = atomicity != WriteRequest.Atomicity.CONTINUE_ON_ERROR;
        Deque<Runnable> undos = new ArrayDeque<>();
        for (int i = 0; i < operations.length && !(allOrNothing && failures > 0); i++) {
            if (errors[i] != null) {
                continue;
            }
            try {
                if (isUnchecked(i)) {
                    prepareLate(i);
                }
                undos.push(operations[i].apply());
                mayHaveFreed |= updates.get(i).getType() != Update.Type.INSERT;
                if (held != null) {
                    follow(updates.get(i), strings[i]);
                }
            } catch (RequestException e) {
                fail(i, e);
            } catch (ControlException e) {
                fail(i, RequestException.of(e));
            } catch (RuntimeException | Error e) {
                LOG.error("Update {} of a write request", i, e);
                fail(i, new RequestException(Status.Code.INTERNAL, e.toString()));
            }
        }
        boolean isTakenBack = allOrNothing && failures > 0;
        if (isTakenBack) {
            undos.forEach(Runnable::run);
            for (int i = 0; i < errors.length; i++) {
                if (errors[i] == null) {
                    errors[i] =
                            new RequestException(
                                    Status.Code.ABORTED,
                                    "taken back, as another update of the batch failed");
                }
            }
        }
        settleNames(operations.length);
        return !isTakenBack;
    }

    private boolean isUnchecked(int update) {
        return operations[update] == null && errors[update] == null;
    }

    /** Keeps up what the switch holds, of an update that was applied. */
    private void follow(Update update, PendingStrings names) {
        Entity entity = update.getEntity();
        Entity identity = ForwardingState.identity(entity);
        boolean replaces = entity.getTableEntry().hasAction() || entity.hasActionProfileMember();
        if (update.getType() == Update.Type.DELETE || replaces) {
            held.remove(identity);
        }
        if (update.getType() != Update.Type.DELETE) {
            held.add(identity, names);
        }
    }

    /** Checks an update for which no number was free, now that all before it have been applied. */
    private void prepareLate(int update) {
        strings[update].release();
        settleNames(update);
        if (canPrepare(update)) {
            return;
        }
        if (held != null && held.reclaimNumbers() && canPrepare(update)) {
            return;
        }
        held = pipeline.reclaimNumbers();
        mayHaveFreed = false;
        prepare(update);
    }

    /**
     * Checks an update.
     *
     * @return false if it lacks a number that may be free after those of the switch were read
     */
    private boolean canPrepare(int update) {
        try {
            prepare(update);
            return true;
        } catch (RequestException e) {
            if (!strings[update].lacksNumber() || !mayHaveFreed) {
                throw e;
            }
            strings[update].release();
            return false;
        }
    }

    private void requireAtomic(WriteRequest.Atomicity atomicity) {
        if (atomicity == WriteRequest.Atomicity.DATAPLANE_ATOMIC
                && !pipeline.control().writesAtomically()) {
            throw RequestException.unimplemented(
                    "atomicity: DATAPLANE_ATOMIC: this switch applies updates one after the other");
        }
    }

    /** Forgets a batch that is not to be applied; does nothing after {@link #apply}. */
    void discard() {
        for (PendingStrings names : strings) {
            names.release();
        }
    }

    /** Keeps the strings of the first updates, and gives those of refused ones back. */
    private void settleNames(int applied) {
        for (int i = 0; i < strings.length; i++) {
            if (errors[i] != null) {
                strings[i].release();
            } else if (i < applied) {
                strings[i].keep();
            }
        }
    }

    private void refuseOutside(RoleName role, RoleScope scope) {
        for (int i = 0; i < errors.length && !scope.isFull(); i++) {
            if (errors[i] == null && !scope.covers(updates.get(i).getEntity())) {
                fail(
                        i,
                        new RequestException(
                                Status.Code.PERMISSION_DENIED,
                                "entity: not in the scope of " + role));
            }
        }
    }

    /** Whether all updates were applied. */
    boolean succeeded() {
        return failures == 0;
    }

    /** Status for the client: UNKNOWN, with one {@code p4.v1.Error} for each update. */
    com.google.rpc.Status status() {
        return errorStatus("Write", errors, failures);
    }

    /** Status of a request with the result of each of its parts, in P4Runtime's form. */
    static com.google.rpc.Status errorStatus(String call, RequestException[] errors, int failures) {
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder().setCode(Status.Code.UNKNOWN.value());
        for (RequestException error : errors) {
            P4RuntimeOuterClass.Error.Builder detail = P4RuntimeOuterClass.Error.newBuilder();
            if (error != null) {
                detail.setCanonicalCode(error.code().value());
                if (error.code() == Status.Code.ABORTED) {
                    // As many as a batch has updates: a text in each would be most of the trailer.
                    status.addDetails(Any.pack(detail.build()));
                    continue;
                }
                detail.setMessage(error.getMessage());
                if (status.getMessage().isEmpty()) {
                    status.setMessage(
                            call
                                    + ": "
                                    + failures
                                    + " of "
                                    + errors.length
                                    + " failed, first: "
                                    + error.getMessage());
                }
            }
            status.addDetails(Any.pack(detail.build()));
        }
        return status.build();
    }

    private void fail(int update, RequestException e) {
        errors[update] = e;
        failures++;
    }
}
