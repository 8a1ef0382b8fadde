// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.p4info.ProgramCheck;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.rpc.RequestException;

/**
 * Checks of the pipelines that clients push, for one kind of switch. May be called on any thread.
 */
public interface PipelineRules {

    /** The rules of switches that run what {@code p4c-bm2-ss} writes. */
    PipelineRules BMV2 =
            new PipelineRules() {
                @Override
                public Program read(ForwardingPipelineConfig config) {
                    return ProgramCheck.read(config);
                }

                @Override
                public void check(P4InfoIndex index) {
                    ProgramCheck.check(index);
                }
            };

    /**
     * Reads the program of {@code p4_device_config}; {@link Program#UNKNOWN} where nothing besides
     * the P4Info is needed.
     *
     * @throws RequestException INVALID_ARGUMENT naming what is wrong with it
     */
    Program read(ForwardingPipelineConfig config);

    /**
     * Checks that a P4Info belongs to the program.
     *
     * @throws RequestException INVALID_ARGUMENT naming what the program lacks or has otherwise
     */
    void check(P4InfoIndex index);
}
