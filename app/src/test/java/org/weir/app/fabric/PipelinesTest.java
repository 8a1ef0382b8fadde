// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.onosproject.net.pi.PiPipeconfServiceAdapter;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.platform.Platforms;

/** Facts about the programs that Weir has registered. */
class PipelinesTest {

    private final Map<PiPipeconfId, PiPipeconf> registered = new HashMap<>();
    private final Pipelines pipelines =
            new Pipelines(
                    new PiPipeconfServiceAdapter() {
                        @Override
                        public void register(PiPipeconf pipeconf) {
                            registered.put(pipeconf.id(), pipeconf);
                        }

                        @Override
                        public Optional<PiPipeconf> getPipeconf(PiPipeconfId id) {
                            return Optional.ofNullable(registered.get(id));
                        }
                    },
                    new Pipeconfs());

    @Test
    void allProgramsReadTags() {
        assertThat(Platforms.all()).noneMatch(pipelines::readsTags);
        pipelines.register();
        assertThat(Platforms.all()).isNotEmpty().allMatch(pipelines::readsTags);
    }
}
