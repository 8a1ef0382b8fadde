// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;

/** Mastership terms of an instance alone and in a cluster. */
class TermsTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private boolean master = true;
    private long number = 4;
    private boolean alone;
    private long nowMs = 1_000;
    private final Terms terms = new Terms(new Masters(), () -> alone, () -> nowMs);

    @Test
    void termIsOpenOnceTheRulesWereRead() {
        assertThat(terms.isOpen(DEVICE)).isFalse();
        assertThat(terms.begin(DEVICE)).isTrue();
        assertThat(terms.isOpen(DEVICE)).isFalse();
        terms.open(DEVICE);
        assertThat(terms.isOpen(DEVICE)).isTrue();
        assertThat(terms.begin(DEVICE)).as("is begun already").isFalse();
        assertThat(terms.isOpen(DEVICE)).isTrue();
    }

    @Test
    void eachTermBeginsAnew() {
        terms.begin(DEVICE);
        terms.open(DEVICE);
        terms.reconciled(DEVICE);
        terms.controls(DEVICE, 4, 3);
        terms.roundDone(DEVICE);
        number = 5;
        nowMs = 2_000;
        assertThat(terms.begin(DEVICE)).isTrue();
        assertThat(terms.isOpen(DEVICE)).isFalse();
        Term term = terms.term(DEVICE).orElseThrow();
        assertThat(term.sinceMs()).isEqualTo(2_000);
        assertThat(term.isReconciled()).isFalse();
        assertThat(term.ports()).isZero();
        assertThat(term.isFirstRoundDone()).isFalse();
    }

    /** The mastership may be lost and won before this instance hears of either. */
    @Test
    void termIsNotOpenAfterOneOfAnotherInstance() {
        terms.begin(DEVICE);
        terms.open(DEVICE);
        number = 6;
        assertThat(terms.isOpen(DEVICE)).isFalse();
        assertThat(terms.begin(DEVICE)).isTrue();
        terms.open(DEVICE);
        assertThat(terms.isOpen(DEVICE)).isTrue();
    }

    @Test
    void formerMasterHasNoTermAndRecordsNothing() {
        terms.begin(DEVICE);
        terms.open(DEVICE);
        assertThat(terms.mayRecord(DEVICE)).isTrue();
        master = false;
        assertThat(terms.isOpen(DEVICE)).isFalse();
        assertThat(terms.term(DEVICE)).isEmpty();
        assertThat(terms.mayRecord(DEVICE)).isFalse();
    }

    @Test
    void instanceAloneWritesAtOnce() {
        alone = true;
        assertThat(terms.isOpen(DEVICE)).isTrue();
        master = false;
        assertThat(terms.isOpen(DEVICE)).isFalse();
        assertThat(terms.mayRecord(DEVICE)).isTrue();
    }

    private final class Masters extends MastershipServiceAdapter {
        @Override
        public boolean isLocalMaster(DeviceId device) {
            return master;
        }

        @Override
        public MastershipInfo getMastershipFor(DeviceId device) {
            return new MastershipInfo(number, Optional.empty(), ImmutableMap.of());
        }
    }
}
