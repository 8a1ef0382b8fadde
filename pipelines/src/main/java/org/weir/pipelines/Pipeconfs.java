// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.pi.model.DefaultPiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.p4runtime.model.P4InfoParser;
import org.onosproject.p4runtime.model.P4InfoParserException;

/**
 * The pipeline configurations of Weir's programs, which ONOS pushes to switches and by which it
 * translates rules.
 *
 * <p>Whoever registers them decides when switches may become available. The application does so
 * once it is ready to say which of the entries in a running switch are its own; a component that
 * registers by itself would race with that.
 */
public final class Pipeconfs {

    private final Function<String, URL> resources;

    /** Pipeconfs of the programs in this bundle. */
    public Pipeconfs() {
        this(Pipeconfs.class::getResource);
    }

    /**
     * Pipeconfs of programs that are elsewhere.
     *
     * @param resources gives a file's place by its path; null where there is none
     */
    Pipeconfs(Function<String, URL> resources) {
        this.resources = resources;
    }

    /**
     * Whether a program is there.
     *
     * @param platform platform that it is compiled for
     * @return whether every file that a switch is given is there
     */
    public boolean isPacked(Platform platform) {
        return missing(platform).isEmpty();
    }

    /**
     * The files of a program that are not there.
     *
     * @param platform platform that it is compiled for
     * @return their paths, none when the program is complete
     */
    public List<String> missing(Platform platform) {
        List<String> paths = new ArrayList<>();
        for (String path : platform.paths()) {
            if (resources.apply(path) == null) {
                paths.add(path);
            }
        }
        return paths;
    }

    /**
     * Builds a pipeline configuration.
     *
     * @param platform platform that the program is compiled for
     * @return the pipeline configuration
     * @throws IllegalStateException if a file is missing, or the P4Info is damaged
     */
    public PiPipeconf build(Platform platform) {
        platform.paths().forEach(this::resource);
        URL p4info = resource(platform.path(Platform.P4INFO));
        try {
            DefaultPiPipeconf.Builder builder =
                    DefaultPiPipeconf.builder()
                            .withId(platform.pipeconf())
                            .withPipelineModel(P4InfoParser.parse(p4info))
                            .addBehaviour(PiPipelineInterpreter.class, platform.interpreter())
                            .addBehaviour(Pipeliner.class, AclPipeliner.class)
                            .addBehaviour(QueueCounters.class, P4RuntimeQueueCounters.class)
                            .addBehaviour(
                                    SwitchDropCounters.class, P4RuntimeSwitchDropCounters.class)
                            .addExtension(ExtensionType.P4_INFO_TEXT, p4info)
                            .addExtension(ExtensionType.CPU_PORT_TXT, cpuPort(platform));
            platform.extensions(name -> resource(platform.path(name)))
                    .forEach(builder::addExtension);
            return builder.build();
        } catch (P4InfoParserException e) {
            throw new IllegalStateException(p4info + ": not a P4Info: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalStateException(
                    platform.pipeconf() + ": a file cannot be read: " + e.getMessage(), e);
        }
    }

    /** The CPU's port as a file, for drivers that look for it there. */
    private static URL cpuPort(Platform platform) throws IOException {
        return MemoryUrl.of(
                "cpu_port.txt",
                Integer.toString(platform.cpuPort())
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    private URL resource(String path) {
        return Optional.ofNullable(resources.apply(path))
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        path + ": missing from the pipelines bundle"));
    }
}
