// SPDX-License-Identifier: Apache-2.0
package io.atomix.protocols.raft.session.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.atomix.cluster.MemberId;
import io.atomix.protocols.raft.session.CommunicationStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MemberSelectorTest {
    private static final MemberId A = MemberId.from("store-1");
    private static final MemberId B = MemberId.from("store-2");
    private static final MemberId C = MemberId.from("store-3");
    private static final List<MemberId> ALL = List.of(A, B, C);

    /** The published class fails some hundred times in so many selections. */
    private static final int SELECTIONS = 3_000_000;

    private final MemberSelectorManager manager = new MemberSelectorManager();

    private MemberSelector selector(CommunicationStrategy strategy) {
        manager.resetAll(null, ALL);
        return manager.createSelector(strategy);
    }

    @Test
    void selectsTheLeaderAloneWhileItIsKnown() {
        MemberSelector selector = selector(CommunicationStrategy.LEADER);
        manager.resetAll(B, ALL);
        assertThat(selector.leader()).isEqualTo(B);
        assertThat(remaining(selector)).containsExactly(B);
        assertThat(selector.current()).isEqualTo(B);
        assertThat(selector.state()).isEqualTo(MemberSelector.State.COMPLETE);
        assertThatThrownBy(selector::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void selectsEachMemberOnceWithoutALeader() {
        MemberSelector selector = selector(CommunicationStrategy.LEADER);
        assertThat(selector.state()).isEqualTo(MemberSelector.State.RESET);
        assertThat(selector.current()).isNull();
        assertThat(remaining(selector)).containsExactlyInAnyOrderElementsOf(ALL);
        selector.reset();
        assertThat(remaining(selector)).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void beginsAnewWhenLeaderOrMembersChangeAndOnlyThen() {
        MemberSelector selector = selector(CommunicationStrategy.ANY);
        manager.resetAll(A, ALL);
        selector.next();
        manager.resetAll(A, List.of(C, B, A));
        assertThat(selector.state()).isEqualTo(MemberSelector.State.ITERATE);
        manager.resetAll(A, List.of(A, B));
        assertThat(selector.state()).isEqualTo(MemberSelector.State.RESET);
        assertThat(remaining(selector)).containsExactlyInAnyOrder(A, B);
    }

    @Test
    void aLeaderThatIsNoMemberIsUnknown() {
        MemberSelector selector = selector(CommunicationStrategy.LEADER);
        selector.reset(C, List.of(A, B));
        assertThat(selector.leader()).isNull();
        assertThat(remaining(selector)).containsExactlyInAnyOrder(A, B);
    }

    @Test
    void refusesToBeWithoutMembers() {
        MemberSelector selector = selector(CommunicationStrategy.LEADER);
        assertThatIllegalArgumentException().isThrownBy(() -> selector.reset(null, List.of()));
        assertThat(selector.members()).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void aClosedSelectorIsLeftAlone() {
        MemberSelector selector = selector(CommunicationStrategy.LEADER);
        selector.close();
        manager.resetAll(B, ALL);
        assertThat(selector.leader()).isNull();
    }

    /** As a session that tries member after member, while heartbeats name one leader or another. */
    @Test
    void alwaysSelectsAMemberWhileAnotherThreadBeginsAnew() throws Exception {
        MemberSelector selector = selector(CommunicationStrategy.LEADER);
        AtomicBoolean ended = new AtomicBoolean();
        Thread heartbeats =
                new Thread(
                        () -> {
                            for (int i = 0; !ended.get(); i++) {
                                manager.resetAll(ALL.get(i % ALL.size()), ALL);
                            }
                        });
        heartbeats.start();
        int selected = 0;
        try {
            for (int i = 0; i < SELECTIONS; i++) {
                if (!selector.hasNext()) {
                    selector.reset(null, selector.members());
                }
                selected += ALL.contains(selector.next()) ? 1 : 0;
                selector.reset();
            }
        } finally {
            ended.set(true);
            heartbeats.join();
        }
        assertThat(selected).isEqualTo(SELECTIONS);
    }

    private static List<MemberId> remaining(MemberSelector selector) {
        List<MemberId> members = new ArrayList<>();
        selector.forEachRemaining(members::add);
        return members;
    }
}
