// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.Digest;

class PacketPoolTest {
    private final PacketPool pool = new PacketPool(new NoProgram());

    private static final class NoPacket extends PacketState {
        @Override
        public long standard(int field) {
            return 0;
        }

        @Override
        public void setStandard(int field, long value) {}

        @Override
        public void clear() {}

        @Override
        public void clearMetadata() {}

        @Override
        public void copyFieldsFrom(PacketState other) {}
    }

    private static final class NoProgram extends CompiledProgram {
        @Override
        public PacketState newPacket() {
            return new NoPacket();
        }

        @Override
        public void parse(PacketState packet) {}

        @Override
        public void ingress(PacketState packet) {}

        @Override
        public void egress(PacketState packet) {}

        @Override
        public void deparse(PacketState packet) {}

        @Override
        public void copyFieldList(int list, PacketState from, PacketState to) {}

        @Override
        public Digest digest(int id, PacketState packet) {
            return null;
        }
    }

    private void use(int atOnce, int times) {
        for (int i = 0; i < times; i++) {
            List<PacketState> taken = new ArrayList<>();
            while (taken.size() < atOnce) {
                taken.add(pool.take());
            }
            taken.forEach(PacketState::release);
        }
    }

    @Test
    void packetsAreUsedAgain() {
        use(3, 1000);

        assertThat(pool.held()).isEqualTo(3);
        assertThat(pool.inUse()).isZero();
    }

    /** The rarest burst does not set the size for ever. */
    @Test
    void whatABurstHasNeededIsLetGoWhenItIsNotNeededAgain() {
        use(500, 1);
        PacketState kept = pool.take();
        use(3, PacketPool.REVIEW_PACKETS);

        assertThat(pool.held()).isEqualTo(3);
        assertThat(pool.inUse()).isEqualTo(1);
        kept.release();
        assertThat(pool.held()).isEqualTo(4);
        assertThat(pool.inUse()).isZero();
    }

    /** Bursts that come again and again find their packets, and none is made anew. */
    @Test
    void whatIsNeededStays() {
        use(500, PacketPool.REVIEW_PACKETS / 100);

        assertThat(pool.held()).isEqualTo(500);
    }
}
