// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.policy.StrictJson;
import org.weir.reaction.DcqcnReaction;
import org.weir.reaction.P4qcnReaction;
import org.weir.reaction.Recovery;
import org.weir.reaction.mixed.MixedReaction;
import org.weir.reaction.targetrate.TargetRateReaction;

class AgentSettingsTest {
    private static AgentSettings read(String json) {
        try {
            return AgentSettings.read("agent.json", (ObjectNode) StrictJson.read(json));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void theInterfaceIsEnough() {
        AgentSettings settings = read("{\"interface\": \"eth0\"}");
        assertThat(settings.device()).isEqualTo("eth0");
        assertThat(settings.rateBps()).isEmpty();
        assertThat(settings.classes()).hasSize(8);
        assertThat(settings.releaseSeconds()).isEqualTo(20);
        assertThat(settings.maxFlows()).isEqualTo(256);
        assertThat(settings.checkSockets()).isTrue();
        assertThat(settings.metrics()).isEmpty();
        MixedReaction reaction = (MixedReaction) settings.reaction(3e6, 10_000_000);
        assertThat(reaction.messages().startBps()).isEqualTo(3e6);
        assertThat(reaction.lasting().cycleNs()).isEqualTo(50_000_000);
    }

    @Test
    void everyFieldIsRead() {
        AgentSettings settings =
                read(
                        "{\"interface\": \"eth0\", \"rateBps\": 10000000, \"classes\": [0, 2],"
                                + " \"releaseSeconds\": 5, \"maxFlows\": 3, \"checkSockets\": false,"
                                + " \"metrics\": \"127.0.0.1:9464\", \"reaction\": {\"kind\":"
                                + " \"target-rate\", \"startBps\": 7}}");
        assertThat(settings.rateBps()).contains(10_000_000L);
        assertThat(settings.classes()).isEqualTo(Set.of(0, 2));
        assertThat(settings.metrics()).contains("127.0.0.1:9464");
        TargetRateReaction reaction = (TargetRateReaction) settings.reaction(3e6, 10_000_000);
        assertThat(reaction.startBps()).isEqualTo(7);
    }

    @Test
    void dcqcnScalesWithTheLine() {
        AgentSettings settings =
                read("{\"interface\": \"eth0\", \"reaction\": {\"kind\": \"dcqcn\"}}");
        DcqcnReaction reaction = (DcqcnReaction) settings.reaction(3e6, 10_000_000);
        assertThat(reaction)
                .isEqualTo(
                        new DcqcnReaction(
                                3e6,
                                10_000,
                                1.0 / 256,
                                55_000_000,
                                55_000_000,
                                10_000_000,
                                5,
                                10_000,
                                100_000));
        assertThat(settings.notificationIntervalNs(10_000_000)).contains(50_000_000L);
        assertThat(read("{\"interface\": \"eth0\"}").notificationIntervalNs(1)).isEmpty();
    }

    @Test
    void p4qcnScalesWithTheLine() {
        AgentSettings settings =
                read(
                        "{\"interface\": \"eth0\", \"reaction\":"
                                + " {\"kind\": \"p4qcn\", \"cnpIntervalMs\": 20}}");
        assertThat(settings.reaction(3e6, 10_000_000))
                .isEqualTo(new P4qcnReaction(new Recovery(3e6, 10_000, 500_000, 5), 1, 150_000));
        assertThat(settings.notificationIntervalNs(10_000_000)).contains(20_000_000L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | agent.json: interface: is missing",
                "{\"interface\": \"a b\"} | agent.json: interface: must be the name of",
                "{\"interface\": \"e\", \"rateBps\": 0} | agent.json: rateBps: must be a whole",
                "{\"interface\": \"e\", \"classes\": [8]} | agent.json: classes[0]: must be a whole",
                "{\"interface\": \"e\", \"classes\": []} | agent.json: classes: must have",
                "{\"interface\": \"e\", \"maxFlows\": 5000} | agent.json: maxFlows: must be",
                "{\"interface\": \"e\", \"releaseSeconds\": 0} | agent.json: releaseSeconds: must",
                "{\"interface\": \"e\", \"credentials\": \"/etc/w\"} | agent.json: credentials: needs a controller (--controller)",
                "{\"interface\": \"e\", \"controller\": []} | agent.json: controller: must have an address",
                "{\"interface\": \"e\", \"controller\": [\"https://a\", 3]} | agent.json: controller[1]: must be",
                "{\"interface\": \"e\", \"switches\": []} | agent.json: switches: unknown field",
                "{\"interface\": \"e\", \"reaction\": 3} | agent.json: reaction: must be",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"none\"}} | agent.json: reaction.kind: must",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"pmqecn\", \"a\": 1}} | agent.json: reaction.a: unknown",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"dcqcn\", \"g\": 2}} | agent.json: reaction.g: must be",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"dcqcn\", \"gain\": 1}} | agent.json: reaction.gain: unknown",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"p4qcn\", \"g\": 0.5}} | agent.json: reaction.g: unknown",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"p4qcn\", \"beta\": 2}} | agent.json: reaction.beta: must be",
                "{\"interface\": \"e\", \"reaction\": {\"kind\": \"qcn\"}} | agent.json: reaction.kind: must be mixed, share, messages, pmqecn, target-rate, dcqcn or p4qcn, not \"qcn\"",
            })
    void aBrokenRuleIsNamedWithItsField(String json, String message) {
        assertThatThrownBy(() -> read(json)).hasMessageStartingWith(message);
    }
}
