// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

class PermittedSourcesTest {

    private static final IpAddress LISTED = IpAddress.valueOf("10.0.0.2");
    private static final IpAddress OTHER = IpAddress.valueOf("10.0.0.5");

    private final Set<ConnectPoint> withLinks = new HashSet<>();
    private Optional<Policy> policy = Optional.empty();
    private final PermittedSources sources =
            new PermittedSources(() -> policy, withLinks::contains);

    private static ConnectPoint point(int port) {
        return ConnectPoint.deviceConnectPoint("device:s1/" + port);
    }

    @BeforeEach
    void readPolicy() throws IOException {
        String json =
                "{'classes':[{'name':'A'}],'port':{'edge':{'sources':['10.0.0.2']}},'ports':["
                        + "{'device':'device:s1','port':2,"
                        + "'edge':{'leadsTo':'hosts','sources':['10.0.0.2']}},"
                        + "{'device':'device:s1','port':3,"
                        + "'edge':{'leadsTo':'switch','sources':['10.0.0.2']}},"
                        + "{'device':'device:s1','port':4,'edge':{}}]}";
        policy =
                Optional.of(
                        PolicyReader.read(
                                new ObjectMapper().readTree(json.replace('\'', '"')), "test"));
    }

    @Test
    void portsToHostsPermitListedAndLinkLocalAddresses() {
        for (int port = 1; port <= 2; port++) {
            assertThat(sources.apply(point(port))).isPresent();
            assertThat(sources.permits(point(port), LISTED)).isTrue();
            assertThat(sources.permits(point(port), OTHER)).isFalse();
            assertThat(sources.permits(point(port), IpAddress.valueOf("fe80::2"))).isTrue();
            assertThat(sources.permits(point(port), IpAddress.valueOf("2001:db8::2"))).isFalse();
        }
    }

    @Test
    void onlyAPortThatMayLeadToASwitchLosesItsListByALink() {
        withLinks.add(point(1));
        withLinks.add(point(2));
        assertThat(sources.permits(point(1), OTHER)).isTrue();
        assertThat(sources.apply(point(1))).isEmpty();
        assertThat(sources.permits(point(2), OTHER)).isFalse();
        assertThat(sources.apply(point(2))).isPresent();
        assertThat(sources.leadsToHosts(point(1))).isFalse();
        assertThat(sources.leadsToHosts(point(2))).isTrue();
    }

    @Test
    void otherPortsPermitAllAddresses() {
        assertThat(sources.permits(point(3), OTHER)).as("to a switch").isTrue();
        assertThat(sources.permits(point(4), OTHER)).as("without a list").isTrue();
        policy = Optional.empty();
        assertThat(sources.permits(point(1), OTHER)).as("before the policy is read").isTrue();
        assertThat(sources.leadsToHosts(point(2))).isFalse();
    }
}
