// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.tofino;

import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.weir.control.depth.DepthUnit;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.Platform;

/** Tofino 2, for which the TNA program is compiled as T2NA. */
public final class Tofino2Platform extends TnaPlatform {

    /** The platform. */
    public static final Platform TOFINO2 = new Tofino2Platform("org.weir.t2na", Build.WEIR);

    /** The platform, with ABC in place of CoDel and reverse path marking. */
    public static final Platform TOFINO2_ABC =
            new Tofino2Platform("org.weir.t2na.abc", Build.WEIR_ABC);

    private static final int FIRST_IN_PIPE = 8;

    private Tofino2Platform(String pipeconf, Build build) {
        super(pipeconf, "tofino2", build);
    }

    @Override
    protected Class<? extends PiPipelineInterpreter> interpreter() {
        return T2naInterpreter.class;
    }

    @Override
    public boolean managed(long port) {
        long inPipe = port % PORTS_PER_PIPE;
        return port >= 0
                && port <= P4Limits.MAX_PORT
                && inPipe >= FIRST_IN_PIPE
                && inPipe < FIRST_IN_PIPE + MANAGED_PER_PIPE;
    }

    @Override
    public String managedPorts() {
        return "1..511 whose number within their pipe (modulo 128) is 8..71";
    }

    @Override
    protected int portIndex(long port) {
        // The last eight ports of a pipe take the places of the eight that it cannot have.
        return (int) (pipe(port) * MANAGED_PER_PIPE + port % MANAGED_PER_PIPE);
    }

    /** As pipelines/tna/depth.p4 converts cells. */
    @Override
    public DepthUnit depthUnit() {
        return DepthUnit.ofCells(176, bufferHeaderBytes(), 57.0 / 512);
    }

    @Override
    public int cpuPort() {
        return 2;
    }

    @Override
    public int feedbackPort() {
        return 6;
    }
}
