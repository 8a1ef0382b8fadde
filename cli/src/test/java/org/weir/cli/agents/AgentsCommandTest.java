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
}
