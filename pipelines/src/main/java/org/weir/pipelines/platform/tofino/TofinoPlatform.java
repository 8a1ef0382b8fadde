// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.tofino;

import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.weir.control.depth.DepthUnit;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.Platform;

/** Tofino. */
public final class TofinoPlatform extends TnaPlatform {

    /** The platform. */
    public static final Platform TOFINO = new TofinoPlatform("org.weir.tna", Build.WEIR);

    /** The platform, with ABC in place of CoDel and reverse path marking. */
    public static final Platform TOFINO_ABC =
            new TofinoPlatform("org.weir.tna.abc", Build.WEIR_ABC);

    private TofinoPlatform(String pipeconf, Build build) {
        super(pipeconf, "tofino", build);
    }

    @Override
    protected Class<? extends PiPipelineInterpreter> interpreter() {
        return TnaInterpreter.class;
    }

    @Override
    public boolean managed(long port) {
        // P4Runtime has no port 0.
        return port >= 1 && port <= P4Limits.MAX_PORT && port % PORTS_PER_PIPE < MANAGED_PER_PIPE;
    }

    @Override
    public String managedPorts() {
        return "1..511 whose number within their pipe (modulo 128) is 0..63";
    }

    @Override
    protected int portIndex(long port) {
        return (int) (pipe(port) * MANAGED_PER_PIPE + port % PORTS_PER_PIPE);
    }

    /** As pipelines/tna/depth.p4 converts cells. */
    @Override
    public DepthUnit depthUnit() {
        return DepthUnit.ofCells(80, bufferHeaderBytes(), 13.0 / 256);
    }

    @Override
    public int cpuPort() {
        return 64;
    }

    @Override
    public int feedbackPort() {
        return 68;
    }
}
