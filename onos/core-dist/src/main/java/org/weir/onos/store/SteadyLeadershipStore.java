// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;
import org.onosproject.cluster.LeadershipStore;
import org.onosproject.store.cluster.impl.DistributedLeadershipStore;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONOS's leadership store with a longer election timeout: a node whose session with the store is
 * silent for this time loses all its leaderships, and with them the mastership of its switches.
 *
 * <p>ONOS's own timeout is 2.5 s. On a machine with two busy cores, three nodes and their store are
 * silent for so long now and then, and the switches then change their primary though no node has
 * died. Traffic does not need the primary, so a later change after a death costs little.
 *
 * <p>ONOS applies its property only when it changes, by another elector without the listeners of
 * the first. This store applies it at its start, and keeps its elector. A {@link LeadershipKeeper}
 * shows the store once a second that this node lives.
 */
@Component(
        immediate = true,
        service = LeadershipStore.class,
        property = SteadyLeadershipStore.ELECTION_TIMEOUT + ":Long=5000")
public class SteadyLeadershipStore extends DistributedLeadershipStore {
    static final String ELECTION_TIMEOUT = "electionTimeoutMillis";

    /** Time from one round of the keeper to the next, s. */
    private static final long KEEP_SECONDS = 1;

    private final Logger log = LoggerFactory.getLogger(getClass());

    private ScheduledExecutorService keeper;

    /**
     * Starts with the timeout of the component's properties. OSGi prefers this method to {@link
     * #activate()} for its parameter.
     */
    @Activate
    protected void activate(ComponentContext context) {
        super.modified(context);
        activate();
        keeper =
                Executors.newSingleThreadScheduledExecutor(
                        Tools.groupedThreads("weir/store", "leadership-keeper", log));
        keeper.scheduleWithFixedDelay(
                new LeadershipKeeper(this::removeRegistration),
                KEEP_SECONDS,
                KEEP_SECONDS,
                TimeUnit.SECONDS);
    }

    @Override
    @Deactivate
    public void deactivate() {
        keeper.shutdownNow();
        super.deactivate();
    }

    /** Keeps the elector: a new timeout is not applied while the node runs. */
    @Override
    @Modified
    public void modified(ComponentContext context) {
        log.info(
                "{} {} is not applied while this node runs",
                ELECTION_TIMEOUT,
                context.getProperties().get(ELECTION_TIMEOUT));
    }
}
