// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onosproject.store.service.StorageException;

class LeadershipKeeperTest {
    private final List<String> withdrawn = new ArrayList<>();

    @Test
    void withdrawsFromDifferentElectionsInEachRound() {
        LeadershipKeeper keeper = new LeadershipKeeper(withdrawn::add);
        keeper.run();
        assertThat(withdrawn).hasSize(LeadershipKeeper.ELECTIONS).doesNotHaveDuplicates();
        keeper.run();
        assertThat(withdrawn).hasSize(2 * LeadershipKeeper.ELECTIONS);
    }

    @Test
    void aStoreThatDoesNotAnswerEndsTheRoundOnly() {
        LeadershipKeeper keeper =
                new LeadershipKeeper(
                        name -> {
                            withdrawn.add(name);
                            if (withdrawn.size() == 2) {
                                throw new StorageException.Timeout();
                            }
                        });
        keeper.run();
        assertThat(withdrawn).hasSize(2);
        keeper.run();
        assertThat(withdrawn).hasSize(2 + LeadershipKeeper.ELECTIONS);
    }
}
