// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.link.LinkService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.PortView;
import org.weir.app.WeirService;

/**
 * Looks for changes of the whole network and of the policy, and records them as events. One node of
 * the cluster does so, so that each event is recorded once. Its methods run in one thread, which is
 * not the control loop's.
 */
public final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private final BooleanSupplier isRecorder;
    private final PolicySteps policy;
    private final List<Observation> observations;
    private final boolean[] begun;
    private boolean wasRecorder;

    /**
     * A recorder that has not looked yet.
     *
     * @param isRecorder whether this node records
     * @param journal is given the events
     * @param open open alerts of the cluster
     * @param weir answers for the whole cluster
     * @param ports the ports of the cluster, with their settings
     * @param devices switches and ports
     * @param links links
     * @param configured the switches whose events count
     * @param master the node that is the master of a switch, by its id; null if none is
     */
    public Recorder(
            BooleanSupplier isRecorder,
            EventJournal journal,
            OpenAlerts open,
            WeirService weir,
            Supplier<List<PortView>> ports,
            DeviceService devices,
            LinkService links,
            Supplier<? extends Set<DeviceId>> configured,
            UnaryOperator<String> master) {
        this.isRecorder = isRecorder;
        policy = new PolicySteps(journal, weir);
        // A switch is lost first, and then listed as an alert.
        observations =
                List.of(
                        policy,
                        new NetworkChanges(journal, devices, links, configured),
                        new SettingsChanges(journal, ports),
                        new AlertChanges(journal, open, weir::alerts, master));
        begun = new boolean[observations.size()];
    }

    /** A plan has changed, on whatever node; returns at once. */
    public void plansChanged() {
        policy.plansChanged();
    }

    /** Looks once. A source that fails is looked at again later, and holds up no other. */
    public void look() {
        boolean records = isRecorder.getAsBoolean();
        for (int i = 0; records && i < begun.length; i++) {
            try {
                if (!wasRecorder || !begun[i]) {
                    begun[i] = false;
                    observations.get(i).begin();
                    begun[i] = true;
                }
                observations.get(i).look();
            } catch (RuntimeException e) {
                LOG.warn("events are not recorded for the moment: {}", e.toString());
            }
        }
        wasRecorder = records;
    }
}
