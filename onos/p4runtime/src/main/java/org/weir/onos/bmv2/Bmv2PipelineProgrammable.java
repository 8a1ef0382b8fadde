// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.bmv2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.onosproject.drivers.p4runtime.AbstractP4RuntimePipelineProgrammable;
import org.onosproject.net.pi.model.PiPipeconf;

/** Puts programs into BMv2 switches: p4c's JSON, as it is. */
public class Bmv2PipelineProgrammable extends AbstractP4RuntimePipelineProgrammable {

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
        Optional<InputStream> json = pipeconf.extension(PiPipeconf.ExtensionType.BMV2_JSON);
        if (json.isEmpty()) {
            log.error("Pipeconf {} has no BMv2 JSON: {} cannot run it", pipeconf.id(), deviceId);
            return null;
        }
        try (InputStream stream = json.get()) {
            return ByteBuffer.wrap(stream.readAllBytes());
        } catch (IOException e) {
            log.error("Pipeconf {}: cannot read its BMv2 JSON: {}", pipeconf.id(), e.getMessage());
            return null;
        }
    }

    /** A BMv2 switch has no program of its own. */
    @Override
    public Optional<PiPipeconf> getDefaultPipeconf() {
        return Optional.empty();
    }
}
