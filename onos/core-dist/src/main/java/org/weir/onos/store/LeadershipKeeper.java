// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the store that this node lives, more often than Atomix does.
 *
 * <p>The store takes a node's leaderships away when it has not heard of the node's session for the
 * election timeout. Atomix's client sends a keep-alive at half of a session's timeout or 2.5 s
 * before its end, whichever is later. So with a timeout of 5 s, a node that pauses for more than
 * 2.5 s just before its keep-alive is due counts as dead. Any other command counts as a keep-alive,
 * too. One a second lets a node pause for nearly 4 s.
 *
 * <p>The command withdraws this node from an election that nobody takes part in, so nothing changes
 * and nobody is told. There are several such elections, because each partition of the store has a
 * session of its own, and the name of an election chooses the partition.
 */
final class LeadershipKeeper implements Runnable {

    /** Names of elections. Of three partitions, 98 of 100 choices of 12 names miss none. */
    static final int ELECTIONS = 12;

    private static final String NAME = "weir-keep-alive-";

    private static final Logger LOG = LoggerFactory.getLogger(LeadershipKeeper.class);

    private final Consumer<String> withdraw;

    /**
     * A keeper.
     *
     * @param withdraw withdraws this node from the election of a name, and returns when the store
     *     has confirmed it
     */
    LeadershipKeeper(Consumer<String> withdraw) {
        this.withdraw = withdraw;
    }

    /** One command for each name; none after the first that fails, since each may take seconds. */
    @Override
    public void run() {
        try {
            for (int i = 0; i < ELECTIONS; i++) {
                withdraw.accept(NAME + i);
            }
        } catch (RuntimeException e) {
            // The executor would never run this again.
            LOG.debug("The store does not confirm that this node lives", e);
        }
    }
}
