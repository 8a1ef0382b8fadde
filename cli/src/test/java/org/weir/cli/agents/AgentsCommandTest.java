// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.weir.app.AgentView;

class AgentsCommandTest {

    @Test
    void aLineTellsTheLeaseAndTheSwitchOrThatThereIsNone() {
        assertThat(
                        AgentsCommand.lines(
                                List.of(
                                        new AgentView(
                                                "10.0.0.1",
                                                true,
                                                OptionalLong.empty(),
                                                Optional.of("device:s1")),
                                        new AgentView(
                                                "10.0.0.2",
                                                false,
                                                OptionalLong.of(29_600),
                                                Optional.empty()))))
                .containsExactly(
                        "address   policy  lease s     switch",
                        "10.0.0.1     yes        -  device:s1",
                        "10.0.0.2      no       30          -");
    }

    private static String registered(boolean byPolicy, String device) {
        AgentView other =
                new AgentView("10.0.0.1", true, OptionalLong.empty(), Optional.of("device:s1"));
        AgentView own =
                new AgentView(
                        "2001:db8::5",
                        byPolicy,
                        OptionalLong.of(30_000),
                        Optional.ofNullable(device));
        return AgentSetCommand.text("2001:DB8:0::5", 30, List.of(other, own));
    }

    @Test
    void aRegistrationTellsWhetherFeedbackComes() {
        assertThat(registered(false, "device:s1"))
                .isEqualTo("2001:DB8:0::5 is registered for 30 s; it gets feedback until then");
        assertThat(registered(true, "device:s1")).endsWith("gets feedback after that, too");
        assertThat(registered(false, null))
                .endsWith("knows no host with this address, so no switch sends it feedback yet");
    }
}
