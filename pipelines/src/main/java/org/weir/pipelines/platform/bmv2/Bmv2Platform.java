// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.bmv2;

import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.weir.pipelines.Platform;

/** BMv2, the v1model program. Weights are settings of the program. */
public final class Bmv2Platform extends Platform {

    /** The platform. */
    public static final Platform BMV2 = new Bmv2Platform();

    private static final String JSON = "weir.json";
    private static final int MAX_MANAGED = 63;
    private static final int CPU_PORT = 255;

    private Bmv2Platform() {
        super("org.weir.v1model", Set.of("bmv2", "stratum-bmv2"));
    }

    @Override
    public String target() {
        return "bmv2";
    }

    @Override
    protected Class<? extends PiPipelineInterpreter> interpreter() {
        return V1ModelInterpreter.class;
    }

    @Override
    protected String folder() {
        return "v1model";
    }

    @Override
    protected List<String> binaries() {
        return List.of(JSON);
    }

    @Override
    protected Map<ExtensionType, URL> extensions(Function<String, URL> files) {
        return Map.of(ExtensionType.BMV2_JSON, files.apply(JSON));
    }

    @Override
    public boolean managed(long port) {
        return port >= 1 && port <= MAX_MANAGED;
    }

    @Override
    public String managedPorts() {
        return "1.." + MAX_MANAGED;
    }

    @Override
    protected int portIndex(long port) {
        return (int) port;
    }

    @Override
    public int cpuPort() {
        return CPU_PORT;
    }

    @Override
    public int feedbackPort() {
        return CPU_PORT;
    }

    @Override
    public boolean supportsRateBasedMarking() {
        return true;
    }

    @Override
    public boolean hasFineDelays() {
        return true;
    }

    @Override
    public boolean echoes() {
        return true;
    }
}
