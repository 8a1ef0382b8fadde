// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.AqmRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.ProgramCheck;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.PortId;
import org.weir.control.policy.ActivityThresholds;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.control.policy.PortAqm;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Platform;

/** Path from a policy's words to the entries of a switch. */
class AqmInstallerTest {

    private static final PortId FOUR = new PortId("device:s1", 4);

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 4, 5, 64);
    private final HeldRules entries = new HeldRules();
    private final AlertBoard alerts = new AlertBoard();
    private PiTableId missing;
    private BiPredicate<Platform, PiTableId> hasTable = (target, table) -> !table.equals(missing);
    private final AqmInstaller installer = installer(onos);

    private AqmInstaller installer(OneSwitch of) {
        return installer(of, new StoredRules());
    }

    /** An installer of an application that takes up stored rules. */
    private AqmInstaller installer(OneSwitch of, StoredRules stored) {
        return installer(of, ruleBook(of, stored));
    }

    private RuleBook ruleBook(OneSwitch of, StoredRules stored) {
        RuleBook rules = new RuleBook(entries, of.mastership(), stored.archive());
        rules.restore();
        return rules;
    }

    private AqmInstaller installer(OneSwitch of, RuleBook rules) {
        return new AqmInstaller(
                of.fabric(),
                rules,
                new AqmRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                (target, table) -> hasTable.test(target, table),
                alerts);
    }

    @BeforeEach
    void look() {
        onos.fabric().refresh();
    }

    private void use(String ports) throws IOException {
        installer.update(Optional.of(policy(ports)));
    }

    private static Policy policy(String ports) throws IOException {
        String json = "{'classes':[{'name':'A'}]," + ports + "}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    private static String port4(String aqm) {
        return "'ports':[{'device':'device:s1','port':4,'aqm':" + aqm + "}]";
    }

    @Test
    void aPortIsSwitchedFromSchemeToSchemeAndBack() throws IOException {
        use("'ports':[]");
        assertThat(entries.all()).isEmpty();
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.NONE);

        use(port4("{'scheme':'codel'}"));
        assertThat(entries.of(P4Names.TABLE_SCHEMES.toString()))
                .singleElement()
                .asString()
                .contains("mark_by_codel");
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.codel(5000, 100_000));

        use(port4("{'scheme':'rpm','ackPorts':[1,5]}"));
        assertThat(entries.of(P4Names.TABLE_SCHEMES.toString()))
                .singleElement()
                .asString()
                .contains("mark_reverse_by_codel");
        assertThat(entries.of(P4Names.TABLE_ACK_PORTS.toString())).hasSize(2);

        use(port4("{'scheme':'abc','qMinPackets':7,'averageMemoryMs':300}"));
        assertThat(entries.of(P4Names.TABLE_SCHEMES.toString())).isEmpty();
        // log2(e) · 2^44 / 300 000 µs = 0x50ae6d4.
        assertThat(entries.of(P4Names.TABLE_ACTIVITY_AQM.toString()))
                .singleElement()
                .asString()
                .contains("drop_by_activity")
                .contains("q_min_packets=0x7")
                .contains("memory_decay=0x50ae6d4");
        assertThat(installer.inForce(FOUR))
                .isEqualTo(PortAqm.abc(new ActivityThresholds(300, 7, 20, 16)));

        use(port4("{'scheme':'none'}"));
        assertThat(entries.all()).isEmpty();
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.NONE);
    }

    @Test
    void aPortWhoseSchemeIsMissingHoldsBackNoOther() throws IOException {
        missing = P4Names.TABLE_ACTIVITY_AQM;
        use(
                "'ports':[{'device':'device:s1','port':1,'aqm':{'scheme':'abc'}},"
                        + "{'device':'device:s1','port':5,'aqm':{'scheme':'abc'}},"
                        + "{'device':'device:s1','port':4,'aqm':{'scheme':'codel'}}]");
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.codel(5000, 100_000));
        assertThat(entries.of(P4Names.TABLE_SCHEMES.toString())).hasSize(1);
        assertThat(alerts.all())
                .singleElement()
                .satisfies(
                        alert -> assertThat(alert.text()).startsWith("ports 1, 5: the switch's"));
    }

    @Test
    void theSchemeOfAllPortsIsForThoseTheProgramManages() throws IOException {
        use(
                "'port':{'aqm':{'scheme':'codel'}},'ports':[{'device':'device:s1','port':5,'aqm':"
                        + "{'scheme':'none'}},{'device':'device:s1','port':6}]");
        assertThat(entries.of(P4Names.TABLE_SCHEMES.toString()))
                .as("ports 1 and 4 and, stated but not there yet, 6")
                .hasSize(3);
        assertThat(installer.inForce(new PortId("device:s1", 64))).isEqualTo(PortAqm.NONE);
    }

    @Test
    void whatTheSwitchRefusesIsListedAndNotShownAsInForce() throws IOException {
        entries.refuse(true);
        use(port4("{'scheme':'codel'}"));
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("aqm-refused");
        assertThat(alerts.all().get(0).text()).contains("WeirEgress.aqm.schemes");
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.NONE);

        entries.refuse(false);
        use(port4("{'scheme':'codel'}"));
        assertThat(alerts.all()).isEmpty();
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.codel(5000, 100_000));
    }

    @Test
    void aProgramWithoutTheTableRaisesAnAlert() throws IOException {
        missing = P4Names.TABLE_ACK_PORTS;
        use(port4("{'scheme':'rpm'}"));
        assertThat(alerts.all())
                .extracting(Alert::text)
                .containsExactly(
                        "port 4: the switch's program org.weir.v1model has no table"
                                + " WeirIngress.rpm.ack_ports, which scheme rpm needs; thresholds"
                                + " and feedback packets go on");
        assertThat(entries.all()).isEmpty();

        use(port4("{'scheme':'codel'}"));
        assertThat(alerts.all()).isEmpty();
        assertThat(entries.all()).hasSize(1);
    }

    @Test
    void reversePathOverPipesOfATofinoRaisesAnAlert() throws IOException {
        OneSwitch tofino = new OneSwitch("org.weir.tna", "stratum-tofino", 4, 8, 132, 140);
        tofino.fabric().refresh();
        AqmInstaller onTofino = installer(tofino);
        onTofino.update(Optional.of(policy(port4("{'scheme':'rpm'}"))));
        assertThat(alerts.all())
                .extracting(Alert::toString)
                .singleElement()
                .asString()
                .contains("rpm-other-pipe device:s1")
                .endsWith("port 4 (pipe 0): [132, 140]");
        assertThat(entries.all()).as("it is in force nevertheless").hasSize(2);

        onTofino.update(Optional.of(policy(port4("{'scheme':'codel'}"))));
        assertThat(alerts.all()).isEmpty();

        use(port4("{'scheme':'rpm'}"));
        assertThat(alerts.all()).as("BMv2 has no pipes").isEmpty();
    }

    /** The alert names the program that has the scheme; with it, a port has the scheme. */
    @Test
    void aTofinoNeedsTheProgramWithTheScheme() throws IOException {
        hasTable = ProgramCheck::hasTable;
        Optional<Policy> policy = Optional.of(policy(port4("{'scheme':'abc'}")));

        OneSwitch without = new OneSwitch("org.weir.tna", "stratum-tofino", 4);
        without.fabric().refresh();
        installer(without).update(policy);
        assertThat(alerts.all())
                .extracting(Alert::text)
                .containsExactly(
                        "port 4: the switch's program org.weir.tna has no table"
                                + " WeirIngress.activity_aqm.ports, which scheme abc needs"
                                + " (org.weir.tna.abc has it: basic.pipeconf of the device in"
                                + " netcfg); thresholds and feedback packets go on");
        assertThat(entries.all()).isEmpty();

        OneSwitch with = new OneSwitch("org.weir.tna.abc", "stratum-tofino", 4);
        with.fabric().refresh();
        AqmInstaller onTofino = installer(with);
        onTofino.update(policy);
        assertThat(alerts.all()).isEmpty();
        assertThat(entries.of(P4Names.TABLE_ACTIVITY_AQM.toString()))
                .singleElement()
                .asString()
                .contains("q_base_packets=0x14", "gamma_log2_packets=0x4");
        assertThat(onTofino.inForce(FOUR).scheme()).isEqualTo(PortAqm.Scheme.ABC);

        onTofino.update(Optional.of(policy(port4("{'scheme':'abc','gammaPackets':12}"))));
        assertThat(alerts.all())
                .extracting(Alert::text)
                .containsExactly(
                        "port 4: aqm.gammaPackets: the switch's program org.weir.tna.abc needs a"
                                + " power of two from 1 to 1024, not 12; thresholds and feedback"
                                + " packets go on");
        assertThat(onTofino.inForce(FOUR).activity())
                .as("what the switch has")
                .contains(new ActivityThresholds(300, 6, 20, 16));

        onTofino.update(Optional.of(policy(port4("{'scheme':'codel'}"))));
        assertThat(alerts.all().get(0).text())
                .contains("org.weir.tna.abc has no table WeirEgress.aqm.schemes")
                .contains("(org.weir.tna has it");
    }

    @Test
    void aLinkThatGoesLeavesTheScheme() throws IOException {
        use("'port':{'aqm':{'scheme':'codel'}}");
        Set<FlowRule> before = Set.copyOf(entries.all());
        onos.disablePorts();
        use("'port':{'aqm':{'scheme':'codel'}}");
        assertThat(entries.all()).isEqualTo(before).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'scheme':'codel'}", "{'scheme':'rpm','ackPorts':[1,5]}"})
    void aPortWhoseSchemeIsMissingKeepsItsSchemeOverARestart(String before) throws IOException {
        StoredRules stored = new StoredRules();
        installer(onos, stored).update(Optional.of(policy(port4(before))));
        Set<FlowRule> held = Set.copyOf(entries.all());
        missing = P4Names.TABLE_ACTIVITY_AQM;
        String wanted = port4("{'scheme':'abc'}");

        AqmInstaller after = installer(onos, stored);
        after.update(Optional.of(policy(wanted)));
        after.update(Optional.of(policy(wanted)));
        assertThat(entries.all()).isEqualTo(held);
        assertThat(after.inForce(FOUR)).isEqualTo(policy(port4(before)).aqm(FOUR));

        after.update(Optional.of(policy(port4("{'scheme':'none'}"))));
        assertThat(entries.all()).isEmpty();
    }

    /** Another node was the switch's master meanwhile, and has changed its scheme. */
    @Test
    void aNewTermReadsTheSchemesFromTheSwitchsRules() throws IOException {
        StoredRules stored = new StoredRules();
        RuleBook rules = ruleBook(onos, stored);
        AqmInstaller first = installer(onos, rules);
        first.update(Optional.of(policy(port4("{'scheme':'codel'}"))));
        installer(onos, stored)
                .update(Optional.of(policy(port4("{'scheme':'codel','targetUs':4000}"))));

        DeviceId device = DeviceId.deviceId(FOUR.device());
        rules.reload(device);
        first.forget(device);
        missing = P4Names.TABLE_ACTIVITY_AQM;
        first.update(Optional.of(policy(port4("{'scheme':'abc'}"))));
        assertThat(first.inForce(FOUR)).isEqualTo(PortAqm.codel(4000, 100_000));
    }

    /** A scheme that the present program lacks cannot stay. */
    @Test
    void aSchemeOfAFormerProgramIsNotKept() throws IOException {
        StoredRules stored = new StoredRules();
        installer(onos, stored).update(Optional.of(policy(port4("{'scheme':'codel'}"))));
        missing = P4Names.TABLE_SCHEMES;
        installer(onos, stored).update(Optional.of(policy(port4("{'scheme':'codel'}"))));
        assertThat(entries.all()).isEmpty();
    }

    /**
     * The loop has the port mark by its thresholds, whatever its former scheme had in their place.
     */
    @Test
    void aKeptSchemeIsShownBesideThresholds() throws IOException {
        use(port4("{'scheme':'codel','thresholds':false}"));
        assertThat(installer.inForce(FOUR).thresholds()).isFalse();
        missing = P4Names.TABLE_ACTIVITY_AQM;
        use(port4("{'scheme':'abc','thresholds':false}"));
        assertThat(installer.inForce(FOUR)).isEqualTo(PortAqm.codel(5000, 100_000));
        assertThat(installer.has(FOUR, PortAqm.abc(ActivityThresholds.DEFAULT))).isFalse();
        assertThat(installer.mayHave(FOUR, PortAqm.abc(ActivityThresholds.DEFAULT))).isFalse();
        assertThat(installer.has(FOUR, PortAqm.NONE)).isTrue();
    }

    /** Else nothing would mark the packets of a port without thresholds. */
    @Test
    void aPortIsWithoutASchemeThatItsSwitchHasNotConfirmed() throws IOException {
        PortAqm codel = PortAqm.codel(5000, 100_000).alone();
        PortAqm longer = PortAqm.codel(9000, 100_000).alone();
        assertThat(installer.has(FOUR, codel)).as("nothing is written yet").isFalse();
        assertThat(installer.mayHave(FOUR, codel)).as("a plan may have it").isTrue();
        use(port4("{'scheme':'codel','thresholds':false}"));
        assertThat(installer.has(FOUR, codel)).isTrue();

        entries.refuse(true);
        use(port4("{'scheme':'codel','thresholds':false,'targetUs':9000}"));
        assertThat(installer.has(FOUR, longer)).isFalse();
        assertThat(installer.mayHave(FOUR, longer)).isFalse();
        assertThat(installer.mayHave(FOUR, codel)).as("what no one has refused").isTrue();
        assertThat(installer.inForce(FOUR)).isEqualTo(codel);

        entries.refuse(false);
        use(port4("{'scheme':'codel','thresholds':false,'targetUs':9000}"));
        assertThat(installer.has(FOUR, longer)).isTrue();
        assertThat(installer.has(FOUR, longer.besideThresholds()))
                .as("the entry is the same")
                .isTrue();
    }

    /**
     * The switch may have carried out what it did not confirm: an algorithm that a policy removed
     * and the next one wants again is not in force until the switch confirms it.
     */
    @Test
    void aSchemeWhoseRemovalFailedIsInForceOnlyWhenItIsConfirmedAgain() throws IOException {
        PortAqm codel = PortAqm.codel(5000, 100_000).alone();
        use(port4("{'scheme':'codel','thresholds':false}"));
        entries.refuse(true);
        use("'ports':[]");
        assertThat(installer.inForce(FOUR)).as("it may still mark").isEqualTo(codel);
        use(port4("{'scheme':'codel','thresholds':false}"));
        assertThat(installer.has(FOUR, codel)).isFalse();
        assertThat(installer.hasFailed()).isTrue();

        entries.refuse(false);
        use(port4("{'scheme':'codel','thresholds':false}"));
        assertThat(installer.has(FOUR, codel)).isTrue();
        assertThat(installer.hasFailed()).isFalse();
    }

    /** A restart is no reason to mark by thresholds for a while. */
    @Test
    void aPortHasItsSchemeAfterARestart() throws IOException {
        StoredRules stored = new StoredRules();
        installer(onos, stored)
                .update(Optional.of(policy(port4("{'scheme':'codel','thresholds':false}"))));
        assertThat(installer(onos, stored).has(FOUR, PortAqm.codel(5000, 100_000).alone()))
                .isTrue();
    }

    /** Else a port without thresholds would have neither them nor its algorithm. */
    @Test
    void anEntryThatIsNotConfirmedIsNotSoAfterARestart() throws IOException {
        PortAqm codel = PortAqm.codel(5000, 100_000).alone();
        Optional<Policy> policy =
                Optional.of(policy(port4("{'scheme':'codel','thresholds':false}")));
        StoredRules stored = new StoredRules();
        entries.refuse(true);
        installer(onos, stored).update(policy);

        RuleBook rules = ruleBook(onos, stored);
        AqmInstaller after = installer(onos, rules);
        assertThat(after.has(FOUR, codel)).isFalse();
        after.update(policy);
        assertThat(after.hasFailed()).as("the switch refuses it again").isTrue();
        rules.reload(DeviceId.deviceId(FOUR.device()));
        assertThat(after.has(FOUR, codel)).as("in a new term").isFalse();

        entries.refuse(false);
        after.update(policy);
        assertThat(after.has(FOUR, codel)).isTrue();
        assertThat(entries.all()).hasSize(1);
        assertThat(installer(onos, stored).has(FOUR, codel)).isTrue();
    }

    @Test
    void anEntryThatIsRefusedHoldsBackNoOtherPort() throws IOException {
        PortAqm codel = PortAqm.codel(5000, 100_000).alone();
        PortId one = new PortId("device:s1", 1);
        PortId five = new PortId("device:s1", 5);
        use("'ports':[{'device':'device:s1','port':5,'aqm':{'scheme':'codel'}}]");
        assertThat(installer.inForce(five)).isEqualTo(codel.besideThresholds());

        entries.refuse(rule -> AqmRules.read(List.of(rule), 1).isPresent());
        String both =
                "'ports':[{'device':'device:s1','port':1,'aqm':{'scheme':'codel','thresholds':false}},"
                        + "{'device':'device:s1','port':4,'aqm':{'scheme':'codel','thresholds':false}}]";
        for (int i = 0; i < 2; i++) {
            use(both);
            assertThat(installer.has(FOUR, codel)).isTrue();
            assertThat(installer.inForce(FOUR)).isEqualTo(codel);
            assertThat(installer.has(one, codel)).isFalse();
            assertThat(installer.inForce(one)).isEqualTo(PortAqm.NONE);
            assertThat(installer.inForce(five)).isEqualTo(PortAqm.NONE);
            assertThat(entries.all()).hasSize(1);
            assertThat(installer.hasFailed()).isTrue();
            assertThat(alerts.all()).extracting(Alert::kind).containsExactly("aqm-refused");
        }
    }
}
