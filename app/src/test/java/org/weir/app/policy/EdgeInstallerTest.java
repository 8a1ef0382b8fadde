// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.onlab.packet.IpAddress;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.EdgeRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.Platform;

/** From what is found in the network, and a policy's words, to the entries of the edge. */
class EdgeInstallerTest {

    private static final String TRUST = "trust_port";
    private static final String CLEAR = "clear_dscp";

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 4, 5, 64, 255);
    private final HeldRules entries = new HeldRules();
    private final AlertBoard alerts = new AlertBoard();
    private final StoredRules stored = new StoredRules();
    private final Set<IpAddress> registered = new HashSet<>();
    private boolean isRegistryRead = true;
    private PiTableId missing;
    private EdgeInstaller installer;

    @BeforeEach
    void look() {
        onos.fabric().refresh();
        restart();
    }

    /** A new application that takes up the rules of the one before. */
    private void restart() {
        RuleBook rules = new RuleBook(entries, onos.mastership(), stored.archive());
        rules.restore();
        installer =
                new EdgeInstaller(
                        onos.fabric(),
                        rules,
                        new EdgeRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                        (target, table) -> !table.equals(missing),
                        alerts,
                        this::findRegistered);
    }

    private Optional<Boolean> findRegistered(IpAddress address) {
        return isRegistryRead ? Optional.of(registered.contains(address)) : Optional.empty();
    }

    private void use(String words) throws IOException {
        String json = "{'classes':[{'name':'A'},{'name':'B'}]" + words + "}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        installer.update(Optional.of(policy));
    }

    /** By port: the action that says what it believes. */
    private Map<Long, String> kinds() {
        Map<Long, String> kinds = new TreeMap<>();
        for (FlowRule rule : entries.all()) {
            if (rule.table().equals(P4Names.TABLE_PORT_KINDS)) {
                String match = rule.selector().criteria().toString();
                String action = rule.treatment().allInstructions().toString();
                kinds.put(
                        Long.parseLong(match.replaceAll(".*=0x([0-9a-f]+).*", "$1"), 16),
                        action.replaceAll(".*edge\\.([a-z_]+)\\((.*)\\).*", "$1 $2").strip());
            }
        }
        return kinds;
    }

    private int agents() {
        return entries.of(P4Names.TABLE_IPV4_AGENTS.toString()).size();
    }

    @Test
    void whatNobodyKnowsIsTakenForAPortToHosts() throws IOException {
        use("");
        assertThat(kinds()).containsOnlyKeys(1L, 4L, 5L, 64L);
        assertThat(kinds().values()).allMatch(each -> each.startsWith(CLEAR + " classes=0xff"));
        assertThat(entries.of(P4Names.TABLE_HOST_PORTS.toString())).hasSize(4);
        assertThat(entries.of(P4Names.TABLE_ACL.toString()))
                .as("what is for a group is no lost traffic")
                .singleElement()
                .asString()
                .contains("acl.drop");
    }

    @Test
    void aPortWithALinkTrustsAndStaysSoWhenTheLinkGoes() throws IOException {
        onos.link(4);
        use("");
        assertThat(kinds().get(4L)).startsWith(TRUST);
        assertThat(entries.of(P4Names.TABLE_HOST_PORTS.toString())).hasSize(3);

        onos.link();
        use("");
        assertThat(kinds().get(4L)).as("the link is lost").startsWith(TRUST);

        restart();
        use("");
        assertThat(kinds().get(4L)).as("ONOS is restarted").startsWith(TRUST);
        assertThat(kinds().get(5L)).startsWith(CLEAR);

        onos.leadToHosts(4);
        use("");
        assertThat(kinds().get(4L)).as("a host is there now").startsWith(CLEAR);

        onos.leadToHosts();
        restart();
        use("");
        assertThat(kinds().get(4L)).startsWith(CLEAR);
    }

    @Test
    void saysToWhomASwitchDeliversFeedback() throws IOException {
        DeviceId device = DeviceId.deviceId("device:s1");
        IpAddress agent = IpAddress.valueOf("10.0.0.4");
        IpAddress other = IpAddress.valueOf("10.0.0.5");
        assertThat(installer.delivers(device, 4, agent)).as("no rules yet").isEmpty();

        onos.link(1);
        onos.leadToHosts(4);
        use(",'agents':['10.0.0.4']");
        assertThat(installer.delivers(device, 4, agent)).contains(true);
        assertThat(installer.delivers(device, 4, other)).contains(false);
        assertThat(installer.delivers(device, 1, other)).as("port to a switch").contains(true);

        use("");
        assertThat(installer.delivers(device, 4, agent)).contains(false);
    }

    @Test
    void hostsThatAreHeardBeforeTheLinkIsFoundChangeNothing() throws IOException {
        onos.leadToHosts(4);
        use("");
        assertThat(kinds().get(4L)).startsWith(CLEAR);
        onos.link(4);
        use("");
        assertThat(kinds().get(4L)).startsWith(TRUST);
    }

    @Test
    void thePolicySaysWhatHostsMayUse() throws IOException {
        onos.link(5);
        use(
                ",'port':{'edge':{'dscp':'trust'}},'ports':["
                        + "{'device':'device:s1','port':1,'edge':{'dscp':'drop','classes':['B']}},"
                        + "{'device':'device:s1','port':4,'edge':{'leadsTo':'switch'}},"
                        + "{'device':'device:s1','port':5,'edge':{'leadsTo':'hosts'}},"
                        + "{'device':'device:s1','port':9}]");
        assertThat(kinds().get(1L)).startsWith("refuse_dscp classes=0x2");
        assertThat(kinds().get(4L)).startsWith(TRUST);
        assertThat(kinds().get(5L)).startsWith(CLEAR);
        assertThat(kinds().get(9L)).as("not there yet").startsWith("trust_dscp classes=0xff");
        assertThat(kinds().get(64L)).startsWith("trust_dscp classes=0xff");
    }

    /** Entries of the access list for an EtherType with an action. */
    private List<String> accessList(String action) {
        return entries.all().stream()
                .filter(rule -> rule.table().equals(P4Names.TABLE_ACL))
                .map(Object::toString)
                .filter(rule -> rule.contains("acl." + action))
                .filter(rule -> rule.contains("ether_type="))
                .collect(Collectors.toList());
    }

    @Test
    void aPortToHostsPermitsTheListedSourcesAndDropsOthers() throws IOException {
        onos.link(5);
        String all = ",'port':{'edge':{'sources':['10.0.0.2','10.1.0.0/16']}}";
        use(all + ",'ports':[{'device':'device:s1','port':1,'edge':{'sources':['::/0']}}]");
        // Ports 4 and 64: two prefixes each, and drops of IPv4 and IPv6. Port 1: of IPv4 only.
        assertThat(accessList("permit")).hasSize(4);
        assertThat(accessList("permit")).filteredOn(rule -> rule.contains("0xa000002")).hasSize(2);
        assertThat(accessList("permit")).allMatch(rule -> rule.contains("priority=2"));
        assertThat(accessList("drop")).hasSize(5);
        assertThat(accessList("drop")).allMatch(rule -> rule.contains("priority=1"));
        assertThat(accessList("drop")).filteredOn(rule -> rule.contains("0x86dd")).hasSize(2);

        use("");
        assertThat(accessList("permit")).isEmpty();
        assertThat(accessList("drop")).isEmpty();
    }

    /** Above the entries by which ONOS asks for link probes. */
    @Test
    void linkProbesOfPortsToHostsAreDropped() throws IOException {
        onos.link(5);
        use(",'ports':[{'device':'device:s1','port':5,'edge':{'leadsTo':'hosts'}}]");
        assertThat(accessList("drop"))
                .hasSize(2)
                .allMatch(rule -> rule.contains("ingress_port=0x5"))
                .allMatch(rule -> rule.contains("priority=65535"))
                .anyMatch(rule -> rule.contains("0x88cc"))
                .anyMatch(rule -> rule.contains("0x8942"));

        use("");
        assertThat(accessList("drop")).isEmpty();
    }

    /** By port: its limit of frames to the controller. */
    private Map<Long, String> limits() {
        Map<Long, String> limits = new TreeMap<>();
        for (FlowRule rule : entries.all()) {
            if (rule.table().equals(P4Names.TABLE_CONTROLLER_LIMITS)) {
                String match = rule.selector().criteria().toString();
                String action = rule.treatment().allInstructions().toString();
                limits.put(
                        Long.parseLong(match.replaceAll(".*=0x([0-9a-f]+).*", "$1"), 16),
                        action.replaceAll(".*frames=0x([0-9a-f]+).*", "$1"));
            }
        }
        return limits;
    }

    @Test
    void everyPortHasALimitOfFramesToTheController() throws IOException {
        onos.link(5);
        use(
                ",'port':{'edge':{'controllerFrames':16}},'ports':["
                        + "{'device':'device:s1','port':1,'edge':{'controllerFrames':65535}},"
                        + "{'device':'device:s1','port':4,'edge':{'dscp':'drop'}}]");
        assertThat(limits())
                .as("a port of ports[] with an edge has none of port's words")
                .isEqualTo(Map.of(1L, "ffff", 4L, "14", 5L, "10", 64L, "10"));
    }

    @Test
    void hostsWithAnAgentGetFeedbackUntilThePolicyEndsIt() throws IOException {
        onos.leadToHosts(1, 4);
        use(",'agents':['10.0.0.4']");
        assertThat(agents()).isEqualTo(1);
        use(",'agents':['10.0.0.0/24']");
        assertThat(agents()).isEqualTo(2);

        onos.leadToHosts();
        restart();
        use(",'agents':['10.0.0.0/24']");
        assertThat(agents()).as("hosts that are silent for a while").isEqualTo(2);

        use("");
        assertThat(agents()).isZero();
    }

    @Test
    void hostsWhoseAgentIsRegisteredGetFeedbackUntilItIsNoLonger() throws IOException {
        onos.leadToHosts(1, 4);
        registered.add(IpAddress.valueOf("10.0.0.4"));
        use("");
        assertThat(agents()).isEqualTo(1);
        use(",'agents':['10.0.0.4']");
        registered.clear();
        use(",'agents':['10.0.0.4']");
        assertThat(agents()).as("by the policy").isEqualTo(1);
        use("");
        assertThat(agents()).isZero();
    }

    @Test
    void hostsKeepFeedbackWhileRegistrationsAreNotKnown() throws IOException {
        onos.leadToHosts(1, 4);
        registered.add(IpAddress.valueOf("10.0.0.4"));
        use("");
        isRegistryRead = false;
        restart();
        use("");
        use("");
        assertThat(agents()).as("the one from before").isEqualTo(1);

        isRegistryRead = true;
        use("");
        assertThat(agents()).isEqualTo(1);
        registered.clear();
        use("");
        assertThat(agents()).isZero();
    }

    @Test
    void whatTheSwitchRefusesIsListedAndTriedAgain() throws IOException {
        entries.refuse(true);
        use("");
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("edge-refused");
        assertThat(installer.hasFailed()).isTrue();
        entries.refuse(false);
        use("");
        assertThat(alerts.all()).isEmpty();
        assertThat(installer.hasFailed()).isFalse();
        Set<FlowRule> before = Set.copyOf(entries.all());
        use("");
        assertThat(entries.all()).isEqualTo(before);
    }

    /** By the tables that the programs have. */
    @ParameterizedTest
    @CsvSource({
        "org.weir.v1model, bmv2",
        "org.weir.tna, stratum-tofino",
        "org.weir.t2na, stratum-tofino",
    })
    void eachProgramOfWeirHasAnEdge(String pipeconf, String driver) throws IOException {
        OneSwitch some = new OneSwitch(pipeconf, driver, 8, 9);
        some.fabric().refresh();
        some.link(9);
        installer =
                new EdgeInstaller(
                        some.fabric(),
                        new RuleBook(entries, some.mastership(), stored.archive()),
                        new EdgeRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                        EdgeInstallerTest::hasTable,
                        alerts,
                        address -> Optional.of(registered.contains(address)));
        some.leadToHosts(8);
        use(",'port':{'edge':{'dscp':'drop'}},'agents':['10.0.0.8']");
        assertThat(alerts.all()).isEmpty();
        assertThat(kinds().get(8L)).startsWith("refuse_dscp classes=0xff");
        assertThat(kinds().get(9L)).startsWith(TRUST);
        assertThat(entries.of(P4Names.TABLE_HOST_PORTS.toString())).hasSize(1);
        assertThat(limits()).hasSize(2);
        assertThat(agents()).isEqualTo(1);
    }

    private static boolean hasTable(Platform platform, PiTableId table) {
        return new Pipeconfs().build(platform).pipelineModel().table(table).isPresent();
    }

    @Test
    void aProgramWithoutAnEdgeIsSaidToBeOpen() throws IOException {
        missing = P4Names.TABLE_PORT_KINDS;
        use("");
        assertThat(alerts.all())
                .extracting(Alert::text)
                .containsExactly(
                        "the switch's program org.weir.v1model has no table"
                                + " WeirIngress.edge.port_kinds: hosts can forge feedback and use"
                                + " every class");
        assertThat(kinds()).isEmpty();
        assertThat(limits()).as("frames to the controller are limited all the same").hasSize(4);
    }
}
