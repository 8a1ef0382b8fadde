// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.ClassRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

/** Times at which a switch gets match rules, and at which it is known to have them. */
class ClassifierInstallerTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 4);
    private final HeldRules entries = new HeldRules();
    private final AlertBoard alerts = new AlertBoard();
    private boolean readsTags = true;
    private final ClassRules classRules =
            new ClassRules(
                    new RuleFactory(new DefaultApplicationId(7, "org.weir.app")),
                    device -> readsTags);
    private final ClassifierInstaller installer =
            new ClassifierInstaller(
                    onos.fabric(),
                    new RuleBook(entries, onos.mastership(), new StoredRules().archive()),
                    this::make,
                    classRules::unread,
                    alerts);
    private int made;

    @BeforeEach
    void look() {
        onos.fabric().refresh();
    }

    private Collection<FlowRule> make(DeviceId device, Policy policy) {
        made++;
        return classRules.of(device, policy);
    }

    private static Policy policy(int importance, int dscp) throws IOException {
        String json =
                "{'classes':[{'name':'A','importance':"
                        + importance
                        + ",'match':[{'dscp':"
                        + dscp
                        + "}]},{'name':'C'}]}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    @Test
    void rulesAreMadeOnlyWhenTheyDiffer() throws IOException {
        Policy first = policy(1, 46);
        installer.update(Optional.of(first));
        installer.update(Optional.of(first));
        installer.update(Optional.of(policy(2, 46)));
        assertThat(made).isEqualTo(1);

        installer.update(Optional.of(policy(2, 34)));
        assertThat(made).isEqualTo(2);
        assertThat(entries.all()).hasSize(2 + 4);
    }

    @Test
    void aPolicyIsInForceOnceTheSwitchHasItsRules() throws IOException {
        Policy first = policy(1, 46);
        assertThat(installer.isInForce(S1, first)).isFalse();
        installer.update(Optional.of(first));
        assertThat(installer.isInForce(S1, first)).isTrue();

        Policy sameRules = policy(2, 46);
        assertThat(installer.isInForce(S1, sameRules)).as("not seen yet").isFalse();
        installer.update(Optional.of(sameRules));
        assertThat(installer.isInForce(S1, sameRules)).isTrue();
    }

    @Test
    void aSwitchThatReadsNoTagsIsNamed() throws IOException {
        String json = "{'classes':[{'name':'A','match':[{'vlanId':7},{'dscp':46}]},{'name':'C'}]}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        readsTags = false;
        installer.update(Optional.of(policy));
        assertThat(alerts.all()).hasSize(1);
        assertThat(alerts.all().get(0).kind()).isEqualTo("tags-unread");
        assertThat(alerts.all().get(0).text()).endsWith("not installed: 1");
        assertThat(installer.isInForce(S1, policy)).isTrue();

        installer.update(Optional.of(policy(1, 46)));
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void whatWasRefusedIsGivenAgain() throws IOException {
        Policy policy = policy(1, 46);
        entries.refuse(true);
        installer.update(Optional.of(policy));
        assertThat(installer.isInForce(S1, policy)).isFalse();
        assertThat(installer.hasFailed()).isTrue();
        assertThat(alerts.all()).hasSize(1);

        entries.refuse(false);
        installer.update(Optional.of(policy));
        assertThat(installer.hasFailed()).isFalse();
        assertThat(installer.isInForce(S1, policy)).isTrue();
        assertThat(alerts.all()).isEmpty();
    }
}
