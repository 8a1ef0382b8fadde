// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipelineInterpreter;

class V1ModelPipeconfTest {

    private final PiPipeconf pipeconf = V1ModelPipeconf.build();

    @Test
    void carriesWhatASwitchIsGiven() throws IOException {
        assertThat(pipeconf.id().toString()).isEqualTo("org.weir.v1model");
        assertThat(text(ExtensionType.BMV2_JSON)).startsWith("{").contains("\"pipelines\"");
        assertThat(text(ExtensionType.P4_INFO_TEXT)).contains("WeirIngress.acl.acl");
        assertThat(text(ExtensionType.CPU_PORT_TXT)).isEqualTo(Integer.toString(P4Limits.CPU_PORT));
    }

    @Test
    void carriesTheBehavioursOnosNeeds() {
        assertThat(pipeconf.hasBehaviour(PiPipelineInterpreter.class)).isTrue();
        assertThat(pipeconf.hasBehaviour(Pipeliner.class)).isTrue();
        assertThat(pipeconf.hasBehaviour(QueueCounters.class)).isTrue();
    }

    @Test
    void queueIndicesDoNotOverlap() {
        assertThat(P4Limits.queueIndex(1, 0)).isEqualTo(8);
        assertThat(P4Limits.queueIndex(1, 7) + 1).isEqualTo(P4Limits.queueIndex(2, 0));
        assertThatThrownBy(() -> P4Limits.queueIndex(64, 0)).hasMessageContaining("1..63");
        assertThatThrownBy(() -> P4Limits.queueIndex(1, 8)).hasMessageContaining("0..7");
    }

    private String text(ExtensionType type) throws IOException {
        try (InputStream in = pipeconf.extension(type).orElseThrow()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
