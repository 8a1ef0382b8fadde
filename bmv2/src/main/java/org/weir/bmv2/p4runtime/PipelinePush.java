// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import org.weir.bmv2.p4runtime.Device.ReadyPipeline;
import org.weir.bmv2.p4runtime.p4info.Ports;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.rpc.TimelineCalls;

/**
 * Request of a client to change the pipeline. Only the quick parts run on the timeline's thread:
 * the check of the client's permission, and at last the change. Reading and compiling the program
 * takes long and runs in between on the request's own thread, so that packets and other switches
 * need not wait for it.
 */
final class PipelinePush {

    private final Device device;
    private final RoleName role;
    private final SetForwardingPipelineConfigRequest request;

    PipelinePush(Device device, RoleName role, SetForwardingPipelineConfigRequest request) {
        this.device = device;
        this.role = role;
        this.request = request;
    }

    /**
     * State of the device at the moment when the client's permission was checked.
     *
     * @param saved the pipeline that waited for COMMIT; null when there was none
     */
    private record Admission(Ports ports, Pipeline saved) {}

    /**
     * Does what is asked, or changes nothing. Must not be called on the timeline's thread.
     *
     * @throws RequestException if the client may not, before or after the long part; if the
     *     pipeline is wrong
     */
    void run(TimelineCalls calls) {
        Admission admission = calls.call(this::admit);
        Runnable change = prepare(admission);
        calls.call(
                () -> {
                    // Another client may have become the primary meanwhile.
                    device.requirePusher(role, request);
                    change.run();
                    return admission;
                });
    }

    private Admission admit() {
        device.requirePusher(role, request);
        switch (request.getAction()) {
            case VERIFY:
            case VERIFY_AND_SAVE:
            case VERIFY_AND_COMMIT:
            case RECONCILE_AND_COMMIT:
                requireConfig();
                break;
            case COMMIT:
                if (request.hasConfig()) {
                    throw RequestException.invalid("config: must not be given with COMMIT");
                }
                if (device.saved() == null) {
                    throw RequestException.notFound(
                            "COMMIT: no config was saved before with VERIFY_AND_SAVE");
                }
                break;
            default:
                throw RequestException.invalid("action: " + request.getAction() + " is none");
        }
        return new Admission(device.ports(), device.saved());
    }

    /** Does what takes long and gives what is left to do on the timeline's thread. */
    private Runnable prepare(Admission admission) {
        ForwardingPipelineConfig config = request.getConfig();
        switch (request.getAction()) {
            case VERIFY:
                device.verify(config, admission.ports());
                return () -> {};
            case VERIFY_AND_SAVE:
                Pipeline spare = device.prepareSpare(config, admission.ports());
                return () -> device.save(spare);
            case VERIFY_AND_COMMIT:
                ReadyPipeline next = device.prepare(config, admission.ports());
                return () -> device.commit(next);
            case COMMIT:
                ReadyPipeline waited =
                        device.prepare(admission.saved().config(), admission.ports());
                return () -> commitSaved(admission.saved(), waited);
            default:
                ReadyPipeline other = device.prepare(config, admission.ports());
                return () -> device.reconcile(other);
        }
    }

    private void commitSaved(Pipeline expected, ReadyPipeline ready) {
        if (device.saved() != expected) {
            throw new RequestException(
                    Status.Code.ABORTED,
                    "COMMIT: another request has changed the saved config meanwhile");
        }
        device.commitSaved(ready);
    }

    private void requireConfig() {
        if (!request.hasConfig()) {
            throw RequestException.invalid("config: not given");
        }
        if (!request.getConfig().hasP4Info()) {
            throw RequestException.invalid("config, p4info: not given");
        }
    }
}
