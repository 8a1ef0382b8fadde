// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.ActivityRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.ProgramCheck;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

/** Path from a policy's users, and the hosts that are found, to the entries of an ABC domain. */
class ActivityInstallerTest {

    private static final String ABC = ",'port':{'aqm':{'scheme':'abc'}}";

    private OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 4, 5, 64, 255);
    private final HeldRules entries = new HeldRules();
    private final AlertBoard alerts = new AlertBoard();
    private final StoredRules stored = new StoredRules();
    private final Set<Long> toSwitches = new TreeSet<>();
    private PiTableId missing;
    private ActivityInstaller installer;

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
                new ActivityInstaller(
                        onos.fabric(),
                        rules,
                        new ActivityRules(
                                new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                        (target, table) -> !table.equals(missing),
                        device -> toSwitches,
                        alerts);
    }

    private void use(String words) throws IOException {
        String json = "{'classes':[{'name':'A'}]" + words + "}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        installer.update(Optional.of(policy));
    }

    private List<String> entriesOf(PiTableId table) {
        return entries.all().stream()
                .filter(rule -> rule.table().equals(table))
                .map(rule -> rule.selector().criteria() + " " + rule.treatment().allInstructions())
                .sorted()
                .collect(Collectors.toList());
    }

    private Optional<Integer> numberAt(int port) {
        return entries.all().stream()
                .filter(rule -> rule.table().equals(P4Names.TABLE_IPV4_AGGREGATES))
                .filter(rule -> rule.selector().toString().contains("ingress_port=0x" + port + ","))
                .findFirst()
                .flatMap(ActivityRules::index);
    }

    @Test
    void thereIsNoDomainWithoutAPortWithAbc() throws IOException {
        onos.leadToHosts(1, 4);
        use(",'activity':{'users':[{'prefix':'10.0.0.0/24','weight':2}]}");
        assertThat(entries.all()).isEmpty();

        use(ABC);
        assertThat(entries.all()).isNotEmpty();
        use("");
        assertThat(entries.all()).isEmpty();
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void eachHostAtAnEdgePortIsAUser() throws IOException {
        toSwitches.add(5L);
        onos.leadToHosts(1, 4, 5);
        use(ABC);

        assertThat(entriesOf(P4Names.TABLE_ACTIVITY_EDGE))
                .as("ports 1, 4 and 64 meter, 5 keeps; the controller's port does neither")
                .hasSize(4)
                .filteredOn(each -> each.contains("keep_activity"))
                .singleElement()
                .asString()
                .contains("0x5");
        assertThat(entriesOf(P4Names.TABLE_INNER_PORTS)).singleElement().asString().contains("0x5");
        assertThat(entriesOf(P4Names.TABLE_IPV4_AGGREGATES))
                .hasSize(2)
                .anyMatch(each -> each.contains("0xa000001/32"))
                .anyMatch(each -> each.contains("0xa000004/32"));
        assertThat(Set.of(numberAt(1).orElseThrow(), numberAt(4).orElseThrow()))
                .containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aUserKeepsItsNumberWhenOthersGoAndAfterARestart() throws IOException {
        onos.leadToHosts(1, 4);
        use(ABC);
        int number = numberAt(4).orElseThrow();
        assertThat(number).isEqualTo(1);

        onos.leadToHosts(4, 5);
        restart();
        use(ABC);
        assertThat(numberAt(4)).contains(number);
        assertThat(numberAt(5)).contains(0);
    }

    @Test
    void aUserOfAPortIsOneAndWeightsShiftTheReference() throws IOException {
        onos.leadToHosts(1, 4);
        use(
                ABC
                        + ",'activity':{'users':[{'prefix':'10.0.0.0/24','device':'device:s1','port':1,"
                        + "'weight':4},{'prefix':'10.0.0.4','weight':0.5}]}");
        List<String> aggregates = entriesOf(P4Names.TABLE_IPV4_AGGREGATES);
        // log2(4 · 10 kb/s · 3 s) · 2^16 = 0x10df68, log2(0.5 · 10 kb/s · 3 s) · 2^16 = 0xddf68.
        assertThat(aggregates)
                .hasSize(2)
                .anyMatch(each -> each.contains("0xa000000/24") && each.contains("0x10df68"))
                .anyMatch(each -> each.contains("0xa000004/32") && each.contains("0xddf68"));

        use(ABC + ",'activity':{'users':[{'prefix':'0.0.0.0/0','device':'device:s1','port':1}]}");
        assertThat(entriesOf(P4Names.TABLE_IPV4_AGGREGATES))
                .as("P4Runtime has no match of length 0")
                .anyMatch(each -> each.contains("0x1") && !each.contains("src_addr"));
    }

    @Test
    void aSwitchWithoutTheTablesIsListed() throws IOException {
        missing = P4Names.TABLE_ACTIVITY_EDGE;
        onos.leadToHosts(1);
        use(ABC);
        assertThat(entries.all()).isEmpty();
        assertThat(alerts.all())
                .extracting(Alert::toString)
                .singleElement()
                .asString()
                .contains("activity-refused device:s1")
                .contains("WeirIngress.activity_edge.ports");
        use("");
        assertThat(alerts.all()).isEmpty();
    }

    /** Tofino's meter has windows of 2.147 s in place of the memory. */
    @Test
    void everyRuleFitsTheProgramOfATofino() throws Exception {
        onos = new OneSwitch("org.weir.tna.abc", "stratum-tofino", 1, 4, 5);
        look();
        toSwitches.add(5L);
        onos.leadToHosts(1, 4);
        use(ABC + ",'activity':{'users':[{'prefix':'10.0.0.4','weight':0.5}]}");
        assertThat(alerts.all()).isEmpty();
        assertThat(entries.all()).hasSize(6);
        for (FlowRule rule : entries.all()) {
            ProgramCheck.assertFits(rule, TofinoPlatform.TOFINO_ABC);
            ProgramCheck.assertFits(rule, Tofino2Platform.TOFINO2_ABC);
        }
        // log2(10 kb/s · 2.147 s) · 2^16 = 0xe63ef.
        assertThat(entriesOf(P4Names.TABLE_IPV4_AGGREGATES))
                .anyMatch(each -> each.contains("0xa000001/32") && each.contains("0xe63ef"))
                .anyMatch(each -> each.contains("0xa000004/32") && each.contains("0xd63ef"));
    }

    @Test
    void whatTheSwitchRefusesIsListedAndTriedAgain() throws IOException {
        entries.refuse(true);
        use(ABC);
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("activity-refused");
        assertThat(installer.hasFailed()).isTrue();

        entries.refuse(false);
        use(ABC);
        assertThat(alerts.all()).isEmpty();
        assertThat(installer.hasFailed()).isFalse();
    }

    @Test
    void usersBeyondTheSwitchesRoomAreListed() throws IOException {
        StringBuilder users = new StringBuilder();
        for (int i = 0; i < 1024; i++) {
            users.append(i == 0 ? "" : ",")
                    .append("{'prefix':'10.1.")
                    .append(i / 256)
                    .append('.')
                    .append(i % 256)
                    .append("','device':'device:s1','port':5}");
        }
        onos.leadToHosts(1, 4);
        use(ABC + ",'activity':{'users':[" + users + "]}");
        assertThat(entriesOf(P4Names.TABLE_IPV4_AGGREGATES)).hasSize(1024);
        assertThat(alerts.all().get(0).text()).startsWith("2 users are not metered");
        Set<Integer> numbers =
                entries.all().stream()
                        .map(ActivityRules::index)
                        .flatMap(Optional::stream)
                        .collect(Collectors.toSet());
        assertThat(numbers).hasSize(1024).allMatch(number -> number >= 0 && number < 1024);
    }
}
