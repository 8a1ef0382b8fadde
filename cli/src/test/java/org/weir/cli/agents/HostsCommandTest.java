// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weir.app.host.HostAddress;
import org.weir.app.host.HostAddress.Agent;
import org.weir.app.host.HostView;

class HostsCommandTest {

    private static HostAddress address(String address, Agent agent, Boolean getsFeedback) {
        return new HostAddress(address, agent, Optional.ofNullable(getsFeedback));
    }

    @Test
    void oneLineForEachAddressAndUnknownIsNotWithheld() {
        List<String> lines =
                HostsCommand.lines(
                        List.of(
                                new HostView(
                                        "02:00:00:00:00:01/None",
                                        "device:s1",
                                        1,
                                        List.of(
                                                address("10.0.0.1", Agent.POLICY, true),
                                                address("2001:db8::1", Agent.NONE, false))),
                                new HostView(
                                        "02:00:00:00:00:02/None",
                                        "device:s2",
                                        3,
                                        List.of(address("10.0.0.2", Agent.REGISTERED, null))),
                                new HostView("02:00:00:00:00:03/None", "device:s2", 4, List.of())));

        assertThat(lines.stream().map(line -> List.of(line.trim().split(" +"))))
                .containsExactly(
                        words("host port address agent feedback"),
                        words("02:00:00:00:00:01/None device:s1/1 10.0.0.1 policy delivered"),
                        words("02:00:00:00:00:01/None device:s1/1 2001:db8::1 none withheld"),
                        words("02:00:00:00:00:02/None device:s2/3 10.0.0.2 registered unknown"),
                        words("02:00:00:00:00:03/None device:s2/4 - - -"));
    }

    private static List<String> words(String line) {
        return List.of(line.split(" "));
    }
}
