// SPDX-License-Identifier: Apache-2.0
package io.atomix.protocols.raft.session.impl;

import io.atomix.cluster.MemberId;
import io.atomix.protocols.raft.session.CommunicationStrategy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

/**
 * The members of the store that a connection of a session tries, one after the other, until one
 * answers. It replaces the class of the same name and the same methods in Atomix 3.1.9.
 *
 * <p>Thread-safe. A session selects members in its own thread, and the threads of keep-alives and
 * of the leader's heartbeats begin the selection anew at the same time. In the published class,
 * which takes no lock, {@link #next()} then sometimes fails with a NullPointerException. Atomix
 * selects in a callback of a future, which swallows it, so that the request that is tried never
 * ends, and no later one of its session either.
 */
public final class MemberSelector implements Iterator<MemberId>, AutoCloseable {

    /** The progress of a selection. */
    public enum State {
        /** No member was selected yet. */
        RESET,
        /** Some members were selected. */
        ITERATE,
        /** All members were selected. */
        COMPLETE
    }

    private final MemberSelectorManager manager;
    private final CommunicationStrategy strategy;
    private MemberId leader;
    private Set<MemberId> members;
    private List<MemberId> order;
    private int selected;

    /**
     * A selector that begins.
     *
     * @param leader the member that is tried first or alone, by the strategy; null if unknown
     * @param members all members; not empty
     * @param strategy gives the order of the members
     * @param manager forgets this selector when it is closed
     */
    public MemberSelector(
            MemberId leader,
            Collection<MemberId> members,
            CommunicationStrategy strategy,
            MemberSelectorManager manager) {
        this.leader = leader;
        this.members = new LinkedHashSet<>(members);
        this.strategy = Objects.requireNonNull(strategy, "strategy");
        this.manager = Objects.requireNonNull(manager, "manager");
        begin();
    }

    private void begin() {
        order = strategy.selectConnections(leader, new ArrayList<>(members));
        selected = 0;
    }

    /** The progress of the selection since it began. */
    public synchronized State state() {
        if (selected == 0) {
            return State.RESET;
        }
        return hasNext() ? State.ITERATE : State.COMPLETE;
    }

    /** The member selected last since the selection began; null if none was. */
    public synchronized MemberId current() {
        return selected == 0 ? null : order.get(selected - 1);
    }

    /** The leader; null if unknown. */
    public synchronized MemberId leader() {
        return leader;
    }

    /** All members. The set does not change. */
    public synchronized Set<MemberId> members() {
        return members;
    }

    /** Begins anew, unless no member was selected yet. */
    public synchronized MemberSelector reset() {
        if (selected > 0) {
            begin();
        }
        return this;
    }

    /**
     * Begins anew if the leader or the members are others than before.
     *
     * @param leader null, or a member; another one counts as null
     * @param members all members
     * @throws IllegalArgumentException if there is no member
     */
    public synchronized MemberSelector reset(MemberId leader, Collection<MemberId> members) {
        if (members.isEmpty()) {
            throw new IllegalArgumentException("members cannot be empty");
        }
        MemberId known = members.contains(leader) ? leader : null;
        Set<MemberId> all = new LinkedHashSet<>(members);
        if (!Objects.equals(this.leader, known) || !this.members.equals(all)) {
            this.leader = known;
            this.members = all;
            begin();
        }
        return this;
    }

    @Override
    public synchronized boolean hasNext() {
        return selected < order.size();
    }

    /**
     * Selects the next member.
     *
     * @throws NoSuchElementException if all were selected
     */
    @Override
    public synchronized MemberId next() {
        if (!hasNext()) {
            throw new NoSuchElementException("all members were selected");
        }
        return order.get(selected++);
    }

    @Override
    public void close() {
        manager.remove(this);
    }

    @Override
    public synchronized String toString() {
        return "MemberSelector{strategy=" + strategy + ", leader=" + leader + "}";
    }
}
