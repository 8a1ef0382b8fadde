// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.net.URL;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.pi.model.DefaultPiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.p4runtime.model.P4InfoParser;
import org.onosproject.p4runtime.model.P4InfoParserException;

/**
 * The pipeline configuration of Weir's v1model program: what ONOS pushes to a BMv2 switch and how
 * it translates for it.
 *
 * <p>Whoever registers it decides when switches may become available. The application does so once
 * it is ready to say which of the entries in a running switch are its own; a component that
 * registers by itself would race with that.
 */
public final class V1ModelPipeconf {

    /** Id under which devices name this pipeline in the network configuration. */
    public static final PiPipeconfId ID = new PiPipeconfId("org.weir.v1model");

    private static final String P4INFO = "v1model/weir.p4info.txtpb";
    private static final String JSON = "v1model/weir.json";
    private static final String CPU_PORT = "v1model/cpu_port.txt";

    private V1ModelPipeconf() {}

    /**
     * Builds the pipeline configuration from the compiled program in this bundle.
     *
     * @return the pipeline configuration
     * @throws IllegalStateException if the bundle lacks a file or holds a damaged P4Info
     */
    public static PiPipeconf build() {
        URL p4Info = resource(P4INFO);
        try {
            return DefaultPiPipeconf.builder()
                    .withId(ID)
                    .withPipelineModel(P4InfoParser.parse(p4Info))
                    .addBehaviour(PiPipelineInterpreter.class, V1ModelInterpreter.class)
                    .addBehaviour(Pipeliner.class, AclPipeliner.class)
                    .addBehaviour(QueueCounters.class, P4RuntimeQueueCounters.class)
                    .addExtension(PiPipeconf.ExtensionType.P4_INFO_TEXT, p4Info)
                    .addExtension(PiPipeconf.ExtensionType.BMV2_JSON, resource(JSON))
                    .addExtension(PiPipeconf.ExtensionType.CPU_PORT_TXT, resource(CPU_PORT))
                    .build();
        } catch (P4InfoParserException e) {
            throw new IllegalStateException(P4INFO + ": not a P4Info: " + e.getMessage(), e);
        }
    }

    private static URL resource(String name) {
        URL url = V1ModelPipeconf.class.getResource(name);
        if (url == null) {
            throw new IllegalStateException(name + ": missing from the pipelines bundle");
        }
        return url;
    }
}
