// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.weir.app.RejectedException;
import org.weir.app.change.Edit;
import org.weir.app.change.Freeze;

/** The switch that keeps the control loop from installing settings. */
class FreezeSwitchTest {
    private final StoredDocuments stored = new StoredDocuments();
    private boolean loopIsFrozen;
    private final FreezeSwitch freeze = boot();

    private FreezeSwitch boot() {
        return new FreezeSwitch(stored.store(), frozen -> loopIsFrozen = frozen, () -> 1000);
    }

    private static Edit edit(String reason) {
        return Edit.by("ann", "shell", reason);
    }

    @Test
    void nothingIsInstalledUntilTheRecordWasRead() {
        assertThat(loopIsFrozen).isTrue();
        assertThat(freeze.isKnown()).isFalse();
        stored.fail(true);
        freeze.refresh();
        assertThat(freeze.isKnown()).isFalse();
        assertThat(freeze.record()).isEmpty();
        stored.fail(false);
        freeze.refresh();
        assertThat(freeze.isKnown()).isTrue();
        assertThat(loopIsFrozen).isFalse();
        assertThat(freeze.isFrozen()).isFalse();
    }

    @Test
    void freezeOutlivesARestartAndHoldsOnOtherNodes() {
        FreezeSwitch otherNode = boot();
        otherNode.refresh();
        freeze.set(true, edit("maintenance"));
        otherNode.refresh();
        assertThat(otherNode.isFrozen()).isTrue();

        FreezeSwitch restarted = boot();
        restarted.refresh();
        assertThat(restarted.isFrozen()).isTrue();
        assertThat(loopIsFrozen).isTrue();
        restarted.set(false, edit(""));
        assertThat(loopIsFrozen).isFalse();
        freeze.refresh();
        assertThat(freeze.isFrozen()).isFalse();
    }

    @Test
    void recordNamesAuthorAndReasonOfEachChange() {
        assertThat(freeze.set(true, edit("maintenance"))).isEmpty();
        assertThat(freeze.set(true, edit("again")))
                .get()
                .extracting(Freeze::what)
                .isEqualTo("maintenance");
        assertThat(freeze.set(false, edit(""))).isEmpty();
        assertThat(freeze.set(false, edit(""))).isEmpty();
        assertThat(freeze.record().orElseThrow())
                .extracting(Freeze::frozen)
                .containsExactly(true, false);
        assertThat(freeze.record().orElseThrow().get(0).what()).isEqualTo("maintenance");
        assertThat(freeze.record().orElseThrow().get(0).who()).isEqualTo("ann");
        assertThat(freeze.record().orElseThrow().get(0).timeMs()).isEqualTo(1000);
    }

    @Test
    void longReasonIsRefusedAndChangesNothing() {
        freeze.refresh();
        assertThatThrownBy(() -> freeze.set(true, edit("x".repeat(201))))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("reason");
        assertThat(freeze.isFrozen()).isFalse();
        assertThat(freeze.record().orElseThrow()).isEmpty();
    }
}
