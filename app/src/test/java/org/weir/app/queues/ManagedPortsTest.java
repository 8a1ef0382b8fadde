// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.control.PortSpec;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.control.policy.PortAqm;
import org.weir.pipelines.Platform;

/** Ports that are managed, and alerts about those that cannot be managed as the policy wants. */
class ManagedPortsTest {

    private final AlertBoard alerts = new AlertBoard();

    private List<PortSpec> find(OneSwitch onos, double portUtilization) throws IOException {
        return find(onos, portUtilization, Platform::supportsRateBasedMarking);
    }

    private List<PortSpec> find(
            OneSwitch onos, double portUtilization, Predicate<Platform> marksByRate)
            throws IOException {
        onos.leadToHosts();
        onos.fabric().refresh();
        String json =
                "{'classes':[{'name':'A'}],'port':{'rateBps':10000000,'capacityPackets':64},"
                        + "'tunables':{'portUtilization':"
                        + portUtilization
                        + "}}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        return new ManagedPorts(onos.fabric(), marksByRate, (port, aqm) -> true, alerts)
                .find(policy);
    }

    @Test
    void portsWithoutQueuesRaiseAnAlert() throws IOException {
        assertThat(find(new OneSwitch("org.weir.v1model", "bmv2", 4, 64), 1))
                .extracting(port -> port.id().port())
                .containsExactly(4L);
        assertThat(alerts.all())
                .singleElement()
                .hasToString(
                        "port-unmanaged device:s1/64: the switch program has queues for ports 1..63");
    }

    /** ONOS's own gNMI driver takes 1000 Mb/s for a port whose speed it cannot read. */
    @Test
    void speedThatNobodyStatesRaisesAnAlert() throws IOException {
        OneSwitch onos = new OneSwitch("org.weir.v1model", "stratum-bmv2", 1, 2);
        onos.leadToHosts();
        onos.configurePorts("{\"1\": {\"number\": 1, \"speed\": 1000}, \"2\": {\"number\": 2}}");
        String json = "{\"classes\": [{\"name\": \"A\"}], \"port\": {\"capacityPackets\": 64}}";
        Policy policy = PolicyReader.read(new ObjectMapper().readTree(json), "test");
        ManagedPorts ports = new ManagedPorts(onos.fabric(), (port, aqm) -> true, alerts);

        assertThat(ports.find(policy)).hasSize(2);
        assertThat(alerts.all())
                .singleElement()
                .satisfies(
                        alert -> {
                            assertThat(alert.kind()).isEqualTo("speed-assumed");
                            assertThat(alert.subject()).isEqualTo("device:s1/2");
                            assertThat(alert.text()).contains("1000 Mb/s", "ports.N.speed");
                        });

        onos.setRateBps(1_000_000_000);
        ports.find(policy);
        assertThat(alerts.all()).as("the switch states it").isEmpty();
    }

    private static List<Long> ratesBps(OneSwitch onos) throws IOException {
        onos.fabric().refresh();
        onos.leadToHosts();
        String json = "{\"classes\": [{\"name\": \"A\"}], \"port\": {\"capacityPackets\": 64}}";
        Policy policy = PolicyReader.read(new ObjectMapper().readTree(json), "test");
        return new ManagedPorts(onos.fabric(), (port, aqm) -> true, new AlertBoard())
                .find(policy).stream().map(PortSpec::rateBps).collect(Collectors.toList());
    }

    /** ONOS's own speed of these ports is 1 and 0 Mb/s. */
    @Test
    void theExactRateThatASwitchStatesIsUsed() throws IOException {
        OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 4);
        for (long rateBps : new long[] {1_590_000, 999_999, 64_000}) {
            onos.setRateBps(rateBps);
            assertThat(ratesBps(onos)).containsExactly(rateBps);
        }
    }

    /** Such as netcfg's; and a driver may know no rate, and say 0. */
    @Test
    void anotherSpeedOfOnosPrevailsOverTheSwitchsRate() throws IOException {
        OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 4);
        onos.setRateBps(0);
        onos.setSpeedMbps(10);
        assertThat(ratesBps(onos)).containsExactly(10_000_000L);
    }

    @Test
    void delaysAreCountedInFineBucketsWhereTheProgramHasThem() throws IOException {
        assertThat(find(new OneSwitch("org.weir.v1model", "bmv2", 4), 1))
                .extracting(PortSpec::hasFineDelays)
                .containsExactly(true);
        assertThat(find(new OneSwitch("org.weir.tna", "stratum-tofino", 4), 1))
                .extracting(PortSpec::hasFineDelays)
                .containsExactly(false);
    }

    @Test
    void withoutRateBasedMarkingThePortIsUsedInFullAndAnAlertIsRaised() throws IOException {
        OneSwitch tofino = new OneSwitch("org.weir.tna", "stratum-tofino", 4);
        for (OneSwitch each : List.of(new OneSwitch("org.weir.v1model", "bmv2", 4), tofino)) {
            assertThat(find(each, 0.6))
                    .extracting(PortSpec::supportsRateBasedMarking)
                    .containsExactly(true);
            assertThat(alerts.all()).isEmpty();
        }

        assertThat(find(tofino, 0.6, platform -> false))
                .extracting(PortSpec::supportsRateBasedMarking)
                .containsExactly(false);

        assertThat(alerts.all())
                .extracting(Alert::toString)
                .containsExactly(
                        "port-used-in-full device:s1/4: the policy's portUtilization has no"
                                + " effect: the switch program has no rate-based marking");
        find(tofino, 1, platform -> false);
        assertThat(alerts.all()).isEmpty();
    }

    private List<String> alertsOf(String classes, String ports) throws IOException {
        OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 4);
        onos.leadToHosts();
        onos.fabric().refresh();
        String json =
                "{'classes':["
                        + classes
                        + "],'port':{'rateBps':10000000,'capacityPackets':64},'ports':["
                        + ports
                        + "]}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        new ManagedPorts(onos.fabric(), (port, aqm) -> true, alerts).find(policy);
        return alerts.all().stream().map(Alert::toString).collect(Collectors.toList());
    }

    @Test
    void aSwitchOrPortThatDoesNotExistRaisesAnAlert() throws IOException {
        String rule = "{'name':'A','match':[{'dscp':0},{'device':'device:S1','ports':[4]}]}";
        String port = "{'device':'%s','port':%d,'capacityPackets':32}";

        assertThat(
                        alertsOf(
                                rule,
                                String.format(port, "device:S1", 4)
                                        + ","
                                        + String.format(port, "device:s1", 5)
                                        + ","
                                        + String.format(port, "device:s1", 4)
                                        + ","
                                        + String.format(port, "device:s2", 9)))
                .containsExactly(
                        "policy-unmatched classes[A].match[1]: netcfg has no switch device:S1 with a"
                                + " pipeline of Weir; ONOS writes device:s1",
                        "policy-unmatched device:S1/4: ports: netcfg has no switch device:S1 with a"
                                + " pipeline of Weir; ONOS writes device:s1",
                        "policy-unmatched device:s1/5: ports: the switch has no port 5",
                        "policy-unmatched device:s2/9: ports: netcfg has no switch device:s2 with a"
                                + " pipeline of Weir");
        assertThat(alertsOf("{'name':'A'}", String.format(port, "device:s1", 4))).isEmpty();
    }

    @Test
    void aClassOfADscpThatNoPortTrustsRaisesAnAlert() throws IOException {
        String classes = "{'name':'A','match':[{'dscp':46}]},{'name':'B','match':[{'dscp':0}]}";
        String port = "{'device':'device:s1','port':4,'edge':{'dscp':'trust'}}";

        assertThat(alertsOf(classes, ""))
                .singleElement()
                .asString()
                .startsWith("policy-unmatched classes[A]: all its rules match a DSCP");
        assertThat(alertsOf(classes, port)).isEmpty();
    }

    @Test
    void aPortWhoseAqmTheProgramLacksIsDescribedWithoutIt() throws IOException {
        OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 4, 5);
        onos.leadToHosts();
        onos.fabric().refresh();
        String json =
                "{'classes':[{'name':'A'}],'port':{'rateBps':10000000,'capacityPackets':64},"
                        + "'ports':[{'device':'device:s1','port':4,'aqm':{'scheme':'codel'}}]}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        assertThat(
                        new ManagedPorts(
                                        onos.fabric(),
                                        (port, aqm) -> aqm.scheme() != PortAqm.Scheme.CODEL,
                                        alerts)
                                .find(policy))
                .extracting(PortSpec::hasAqm)
                .containsExactly(false, true);
    }
}
