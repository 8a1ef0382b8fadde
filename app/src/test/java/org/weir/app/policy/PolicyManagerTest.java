// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.store.service.ConsistentMapException;
import org.weir.app.Alert;
import org.weir.app.ClassChange;
import org.weir.app.RejectedException;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.RunningPolicy;
import org.weir.control.policy.Policy;
import org.weir.control.tuning.Tunable;

/** The running policy and its versions, as ONOS's network configuration changes. */
class PolicyManagerTest {
    private static final Edit EDIT = Edit.by("ann", "REST", "policy replaced");

    private final ObjectMapper mapper = new ObjectMapper();
    private final OneConfiguration registry = new OneConfiguration();
    private final StoredDocuments stored = new StoredDocuments();
    private final List<Policy> begun = new ArrayList<>();
    private final AlertBoard alerts = new AlertBoard();
    private final PolicyManager manager = manager(registry);

    private PolicyManager manager(OneConfiguration configuration) {
        return new PolicyManager(
                OneConfiguration.APP,
                configuration,
                new PolicyHistory(stored.store(), () -> 5_000, () -> true),
                begun::add,
                alerts,
                Runnable::run);
    }

    @BeforeEach
    void start() {
        manager.start();
    }

    private ObjectNode document(double importance) throws IOException {
        return (ObjectNode)
                mapper.readTree(
                        "{\"version\":2,\"classes\":[{\"name\":\"A\",\"importance\":"
                                + importance
                                + "}]}");
    }

    private double importance() {
        return begun.get(begun.size() - 1).classes().get(0).spec().importance();
    }

    @Test
    void eachPolicyBeginsOnce() throws IOException {
        assertThat(begun).isEmpty();
        manager.replace(document(2), EDIT);
        assertThat(begun).hasSize(1);
        manager.replace(document(2), EDIT);
        assertThat(begun).hasSize(1);
        manager.replace(document(3), EDIT);
        assertThat(begun).hasSize(2);
        assertThat(importance()).isEqualTo(3);

        registry.apply(document(4));
        assertThat(begun).hasSize(3);
        assertThat(importance()).isEqualTo(4);
        manager.replace(document(3), EDIT);
        assertThat(importance()).isEqualTo(3);
    }

    @Test
    void whoeverKeepsTheDocumentChangesNothing() throws IOException {
        ObjectNode mine = document(2);
        manager.replace(mine, EDIT);
        ((ObjectNode) mine.path("classes").path(0)).put("importance", 9);
        assertThat(manager.document()).contains(document(2));

        registry.apply(mine);
        assertThat(importance()).isEqualTo(9);
    }

    @Test
    void whatBreaksARuleChangesNothing() throws IOException {
        manager.replace(document(2), EDIT);
        assertThatThrownBy(() -> manager.replace(document(-1), EDIT))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("classes[0].importance: must be a number above 0");
        assertThat(begun).hasSize(1);
        assertThat(manager.document()).contains(document(2));
        assertThat(manager.history().versions()).hasSize(1);
    }

    @Test
    void aPolicyThatNetcfgRefusesRaisesAnAlert() throws IOException {
        assertThatThrownBy(() -> registry.apply(document(-1)))
                .hasMessageContaining("classes[0].importance");
        assertThat(alerts.all())
                .singleElement()
                .hasToString(
                        "policy-refused policy: the policy that netcfg was given last is not in"
                                + " force: classes[0].importance: must be a number above 0, was -1.0; no policy"
                                + " runs");
        manager.replace(document(2), EDIT);
        assertThat(alerts.all()).isEmpty();

        assertThatThrownBy(() -> registry.apply(document(-1))).isNotNull();

        assertThat(alerts.all())
                .singleElement()
                .asString()
                .endsWith(", was -1.0; the one before runs");
        registry.apply(document(3));
        assertThat(alerts.all()).isEmpty();
        assertThat(begun).hasSize(2);
    }

    @Test
    void versionsTellWhoChangedWhat() throws IOException {
        registry.apply(document(2));
        manager.replace(document(3), EDIT);
        manager.replace(document(3), EDIT);
        manager.change(
                "A",
                ClassChange.none().withTarget(ClassChange.Target.DELAY_MS, OptionalDouble.of(5)),
                Edit.by("bob", "shell", "class A changed"));

        assertThat(manager.version()).isEqualTo(3);
        assertThat(manager.history().versions())
                .extracting(PolicyVersion::version, PolicyVersion::who, PolicyVersion::via)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, "unknown", "netcfg"),
                        org.assertj.core.groups.Tuple.tuple(2L, "ann", "REST"),
                        org.assertj.core.groups.Tuple.tuple(3L, "bob", "shell"));
        assertThat(manager.history().version(3).get().differences())
                .extracting(Difference::path)
                .containsExactly("classes[A].targets.delayMs");
    }

    /** A reader of the policy while the store is slow gets document and version of one policy. */
    @Test
    void policyAndVersionAreOfEachOtherWhileTheVersionIsBeingNoted() throws IOException {
        manager.replace(document(2), EDIT);
        List<Long> seen = new ArrayList<>();
        stored.beforeChanging(
                () -> {
                    RunningPolicy running = manager.runningPolicy().get();
                    assertThat(running.document())
                            .isEqualTo(manager.history().version(running.version()).get().policy());
                    seen.add(running.version());
                });

        manager.replace(document(3), EDIT);

        assertThat(seen).hasSize(1);
    }

    @Test
    void earlierVersionComesIntoForceAsANewOne() throws IOException {
        manager.replace(document(2), EDIT);
        manager.replace(document(3), EDIT);

        manager.rollBack(1, EDIT);

        assertThat(importance()).isEqualTo(2);
        assertThat(manager.version()).isEqualTo(3);
        assertThatThrownBy(() -> manager.rollBack(9, EDIT))
                .hasMessage("version: there is no version 9 of the policy");
    }

    /** As {@code onos-netcfg HOST delete} does. */
    @Test
    void policyThatIsDeletedFromTheConfigurationStaysInForceWithAnAlert() throws IOException {
        manager.replace(document(2), EDIT);
        registry.delete();

        assertThat(manager.policy()).isPresent();
        assertThat(manager.document()).contains(document(2));
        assertThat(manager.version()).isEqualTo(1);
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("policy-not-in-netcfg");

        manager.rollBack(1, EDIT);
        assertThat(manager.version()).as("the same policy").isEqualTo(1);
        assertThat(alerts.all()).isEmpty();

        registry.delete();
        manager.change(
                "A",
                ClassChange.none().withTarget(ClassChange.Target.DELAY_MS, OptionalDouble.of(5)),
                EDIT);
        assertThat(manager.version()).isEqualTo(2);
        assertThat(begun).hasSize(2);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void editOfAnotherVersionIsRefused() throws IOException {
        manager.replace(document(2), EDIT);
        manager.replace(document(3), EDIT.of(1));
        assertThatThrownBy(() -> manager.replace(document(4), EDIT.of(1)))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("version 2, not 1");
        assertThat(importance()).isEqualTo(3);
    }

    @Test
    void restartAddsNoVersion() throws IOException {
        manager.replace(document(2), EDIT);
        registry.apply(mapper.readTree("{\"classes\":[{\"importance\":2,\"name\":\"A\"}]}"));
        PolicyManager after = manager(registry);
        after.start();
        assertThat(after.version()).isEqualTo(1);
        assertThat(after.history().versions()).hasSize(1);
    }

    @Test
    void onlyTheLastHundredVersionsAreKept() throws IOException {
        for (int i = 1; i <= DocumentStore.KEPT + 20; i++) {
            manager.replace(document(i), EDIT);
        }
        assertThat(manager.version()).isEqualTo(120);
        assertThat(manager.history().versions()).hasSize(100);
        assertThat(manager.history().version(20)).isEmpty();
        assertThat(manager.history().version(21)).isPresent();
    }

    @Test
    void withoutAStoreNothingChangesAndThePolicyRuns() throws IOException {
        stored.fail(true);
        registry.apply(document(2));
        assertThat(importance()).isEqualTo(2);
        assertThat(manager.version()).isZero();
        assertThatThrownBy(() -> manager.replace(document(3), EDIT))
                .hasMessageContaining("ONOS's store of documents does not answer");
        assertThat(importance()).isEqualTo(2);
        assertThat(manager.document()).contains(document(2));
        manager.findVersion();
        assertThat(manager.version()).isZero();

        stored.fail(false);
        manager.findVersion();

        assertThat(manager.version()).isEqualTo(1);
        assertThat(begun).hasSize(1);
    }

    /** A policy of a former format, configured, stored, put, and rolled back to. */
    @Test
    void policyOfAFormerFormatIsMigratedWhereverItIs() throws IOException {
        ObjectNode former = document(2);
        former.remove("version");
        former.putObject("tunables").put("packetBytes", 700);
        ObjectNode present = document(2);
        present.putObject("tunables").put("usualPacketBytes", 700);

        registry.apply(former);
        assertThat(manager.document()).contains(present);
        assertThat(manager.history().version(1).get().policy()).isEqualTo(present);
        assertThat(manager.history().version(1).get().migration())
                .extracting(Difference::path)
                .containsExactly("tunables.packetBytes", "tunables.usualPacketBytes", "version");

        PolicyManager after = manager(registry);
        after.start();
        after.replace(former, EDIT);
        after.replace(present, EDIT);
        assertThat(after.version()).as("the same policy").isEqualTo(1);

        after.replace(document(3), EDIT);
        after.rollBack(1, EDIT);
        assertThat(after.policy().get().tuning().get(Tunable.USUAL_PACKET_BYTES)).isEqualTo(700);
        assertThat(after.history().version(3).get().migration()).isEmpty();
        assertThat(after.history().version(3).get().differences())
                .extracting(Difference::path)
                .containsExactly("classes[A].importance", "tunables.usualPacketBytes");
    }

    @Test
    void policyOfANewerFormatIsRefused() throws IOException {
        manager.replace(document(2), EDIT);
        assertThatThrownBy(() -> manager.replace(document(3).put("version", 3), EDIT))
                .isInstanceOfSatisfying(
                        RejectedException.class, e -> assertThat(e.field()).contains("version"))
                .hasMessageContaining("version: is 3; this Weir reads policies of version 1 to 2");
        assertThat(manager.document()).contains(document(2));
        assertThat(manager.history().versions()).hasSize(1);
    }

    /** ONOS ends after it has stored a version and before it has configured it. */
    @Test
    void versionThatWasStoredOnlyComesIntoForceAfterARestart() throws IOException {
        manager.replace(document(2), EDIT);
        registry.beforeApplying(
                () -> {
                    throw new IllegalStateException("ONOS ends here");
                });
        assertThatThrownBy(() -> manager.replace(document(3), EDIT)).hasMessage("ONOS ends here");
        assertThat(importance()).isEqualTo(2);

        PolicyManager after = manager(registry);
        after.start();
        assertThat(importance()).isEqualTo(3);
        assertThat(after.document()).contains(document(3));
        assertThat(after.version()).isEqualTo(2);
        assertThat(after.history().versions()).extracting("who").containsExactly("ann", "ann");

        // From then on the former policy is one that somebody configures.
        registry.apply(document(2));
        assertThat(importance()).isEqualTo(2);
        assertThat(after.history().versions())
                .extracting("via")
                .containsExactly("REST", "REST", "netcfg");
    }

    /** While ONOS was away somebody has configured a third policy: that counts. */
    @Test
    void policyThatWasConfiguredMeanwhileCountsMoreThanTheStoredOne() throws IOException {
        manager.replace(document(2), EDIT);
        registry.beforeApplying(
                () -> {
                    throw new IllegalStateException("ONOS ends here");
                });
        assertThatThrownBy(() -> manager.replace(document(3), EDIT)).hasMessage("ONOS ends here");
        manager.stop();
        registry.apply(document(4));

        PolicyManager after = manager(registry);
        after.start();
        assertThat(importance()).isEqualTo(4);
        assertThat(after.version()).isEqualTo(3);
    }

    /** The partition of the network configuration does not answer, that of the versions does. */
    private void failToConfigure(ObjectNode document) {
        registry.beforeApplying(
                () -> {
                    throw new ConsistentMapException.Timeout("no answer");
                });
        assertThatThrownBy(() -> manager.replace(document, EDIT))
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        e -> assertThat(e.reason()).isEqualTo(RejectedException.Reason.UNANSWERED))
                .hasMessageStartingWith("stored as version 2,");
    }

    @Test
    void versionThatWasStoredOnlyComesIntoForceWhenTheStoreAnswers() throws IOException {
        manager.replace(document(2), EDIT);
        failToConfigure(document(3));
        assertThat(manager.version()).isEqualTo(1);
        assertThat(importance()).isEqualTo(2);

        manager.findVersion();

        assertThat(importance()).isEqualTo(3);
        assertThat(manager.version()).isEqualTo(2);
        assertThat(manager.replace(document(4), EDIT.of(2)).version()).isEqualTo(3);
        assertThat(manager.history().versions()).hasSize(3);
    }

    @Test
    void sameChangeAgainBringsTheStoredVersionIntoForce() throws IOException {
        manager.replace(document(2), EDIT);
        failToConfigure(document(3));
        assertThat(manager.replace(document(3), EDIT).version()).isEqualTo(2);
        assertThat(importance()).isEqualTo(3);
    }

    /** An event whose configuration could not be read is not lost. */
    @Test
    void configurationThatCouldNotBeReadIsReadLater() throws IOException {
        registry.failToRead(true);
        registry.apply(document(2));
        manager.findVersion();
        assertThat(manager.policy()).isEmpty();

        registry.failToRead(false);
        manager.findVersion();
        assertThat(importance()).isEqualTo(2);
    }

    @Test
    void managerStartsWhileTheStoreDoesNotAnswer() throws IOException {
        manager.replace(document(2), EDIT);
        registry.failToRead(true);
        PolicyManager after = manager(registry);
        after.start();
        assertThat(after.policy()).isEmpty();

        registry.failToRead(false);
        after.findVersion();
        assertThat(after.version()).isEqualTo(1);
    }
}
