// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.onosproject.drivers.p4runtime.AbstractP4RuntimePipelineProgrammable;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;

/** Puts programs into switches: one file of the pipeconf, as it is. */
abstract class ExtensionPipelineProgrammable extends AbstractP4RuntimePipelineProgrammable {

    private final ExtensionType program;

    ExtensionPipelineProgrammable(ExtensionType program) {
        this.program = program;
    }

    /**
     * Sets the pipeline unless the switch runs it already.
     *
     * <p>Setting a pipeline empties all tables. An ONOS that has lost its memory asks for it even
     * where nothing changed, and traffic would stop.
     */
    @Override
    public CompletableFuture<Boolean> setPipeconf(PiPipeconf pipeconf) {
        return isPipeconfSet(pipeconf)
                .thenCompose(
                        set ->
                                set
                                        ? CompletableFuture.completedFuture(true)
                                        : super.setPipeconf(pipeconf));
    }

    @Override
    public ByteBuffer createDeviceDataBuffer(PiPipeconf pipeconf) {
        Optional<InputStream> file = pipeconf.extension(program);
        if (file.isEmpty()) {
            log.error("Pipeconf {} has no {}: {} cannot run it", pipeconf.id(), program, deviceId);
            return null;
        }
        try (InputStream stream = file.get()) {
            return ByteBuffer.wrap(stream.readAllBytes());
        } catch (IOException e) {
            log.error(
                    "Pipeconf {}: cannot read its {}: {}", pipeconf.id(), program, e.getMessage());
            return null;
        }
    }

    /** Such a switch has no program of its own. */
    @Override
    public Optional<PiPipeconf> getDefaultPipeconf() {
        return Optional.empty();
    }
}
