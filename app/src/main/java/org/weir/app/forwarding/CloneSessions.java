// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToIntBiFunction;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.group.DefaultGroupBucket;
import org.onosproject.net.group.DefaultGroupDescription;
import org.onosproject.net.group.DefaultGroupKey;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupBuckets;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupKey;
import org.onosproject.net.group.GroupService;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.Platform;

/**
 * The clone sessions of the P4 program: copies for feedback packets and copies for the controller.
 * Without them a switch forwards as ever, and neither tells its senders to slow down nor reports.
 */
public final class CloneSessions {

    private static final String REFUSED = AlertType.FEEDBACK_REFUSED.word();

    private static final int READINGS = 2;

    /** Time until a session is asked for again that ONOS has given up, at first, ns. */
    private static final long FIRST_PAUSE_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(300);

    private final ApplicationId appId;
    private final GroupService groups;
    private final AlertBoard alerts;
    private final IntSupplier readingSeconds;
    private final LongSupplier clockNs;

    /** Switches that do not have all sessions. */
    private final Map<DeviceId, Missing> missing = new ConcurrentHashMap<>();

    /** Sessions that a switch lacks. */
    private static final class Missing {
        final long sinceNs;
        long nextNs;
        long pauseNs = FIRST_PAUSE_NS;

        Missing(long nowNs) {
            sinceNs = nowNs;
            nextNs = nowNs;
        }
    }

    /**
     * Clone sessions.
     *
     * @param appId application they belong to
     * @param groups store of the sessions; ONOS puts them back after a switch has restarted
     * @param alerts is told of switches that lack them
     * @param readingSeconds time between two readings of a switch's groups by ONOS, s
     * @param clockNs monotonic time, ns
     */
    public CloneSessions(
            ApplicationId appId,
            GroupService groups,
            AlertBoard alerts,
            IntSupplier readingSeconds,
            LongSupplier clockNs) {
        this.appId = appId;
        this.groups = groups;
        this.alerts = alerts;
        this.readingSeconds = readingSeconds;
        this.clockNs = clockNs;
    }

    /**
     * Installs the sessions in the switches of this instance.
     *
     * @param own the switches that it writes to
     * @param platforms platform of a switch; empty while it is not known, and nothing is asked for
     * @param cpuPorts port to the controller of a switch of a platform
     * @return false if it is to be called again soon
     */
    public boolean update(
            Collection<DeviceId> own,
            Function<DeviceId, Optional<Platform>> platforms,
            ToIntBiFunction<DeviceId, Platform> cpuPorts) {
        Map<DeviceId, Platform> known = new LinkedHashMap<>();
        own.forEach(
                device ->
                        platforms.apply(device).ifPresent(platform -> known.put(device, platform)));
        keep(known.keySet());
        boolean installed = true;
        for (Map.Entry<DeviceId, Platform> each : known.entrySet()) {
            DeviceId device = each.getKey();
            Platform platform = each.getValue();
            installed &= install(device, platform, cpuPorts.applyAsInt(device, platform));
        }
        return installed;
    }

    /**
     * Forgets what other switches lack: this instance does not write to them.
     *
     * @param own the switches that it writes to, of known platforms
     */
    void keep(Collection<DeviceId> own) {
        for (DeviceId device : missing.keySet()) {
            if (!own.contains(device)) {
                missing.remove(device);
                alerts.clear(REFUSED, device.toString());
            }
        }
    }

    /**
     * Installs the sessions in a switch, if ONOS does not keep them there already, and changes
     * those that lead elsewhere.
     *
     * @param device switch
     * @param platform its platform, which sets the port of copies for feedback packets and the
     *     length of copies
     * @param cpuPort port to the controller
     * @return false if ONOS is still removing a session of the application that ran before, and
     *     takes no new one under its key; to be called again then
     */
    boolean install(DeviceId device, Platform platform, int cpuPort) {
        GroupDescription forFeedback =
                description(
                        device,
                        P4Limits.FEEDBACK_CLONE_SESSION,
                        platform.feedbackPort(),
                        platform.feedbackCopyBytes());
        GroupDescription toCpu =
                description(
                        device, P4Limits.CPU_CLONE_SESSION, cpuPort, platform.reportCopyBytes());
        Group feedback = groups.getGroup(device, forFeedback.appCookie());
        Group cpu = groups.getGroup(device, toCpu.appCookie());
        boolean areAdded = isAdded(feedback) && isAdded(cpu);
        boolean isDue = areAdded || isDue(device);
        boolean isTaken = session(device, feedback, forFeedback, isDue);
        isTaken &= session(device, cpu, toCpu, isDue);
        judge(device, areAdded);
        return isTaken;
    }

    /** True if sessions that a switch lacks and ONOS does not know may be asked for now. */
    private boolean isDue(DeviceId device) {
        long nowNs = clockNs.getAsLong();
        Missing known = missing.computeIfAbsent(device, none -> new Missing(nowNs));
        if (nowNs - known.nextNs < 0) {
            return false;
        }
        known.nextNs = nowNs + known.pauseNs;
        known.pauseNs = Math.min(LONGEST_PAUSE_NS, 2 * known.pauseNs);
        return true;
    }

    private static boolean isAdded(Group group) {
        return group != null && group.state() == Group.GroupState.ADDED;
    }

    private void judge(DeviceId device, boolean areAdded) {
        if (areAdded) {
            missing.remove(device);
            alerts.clear(REFUSED, device.toString());
            return;
        }
        long nowNs = clockNs.getAsLong();
        Missing known = missing.computeIfAbsent(device, none -> new Missing(nowNs));
        if (nowNs - known.sinceNs > TimeUnit.SECONDS.toNanos(limitSeconds())) {
            alerts.raise(
                    REFUSED,
                    device.toString(),
                    "the switch has no clone sessions, although ONOS was asked for them: it sends"
                            + " no feedback packets and no reports");
        }
    }

    private long limitSeconds() {
        return READINGS * (long) readingSeconds.getAsInt()
                + TimeUnit.NANOSECONDS.toSeconds(FIRST_PAUSE_NS);
    }

    /** Brings a session of which ONOS has a group, or null, to what is wanted. */
    private boolean session(DeviceId device, Group group, GroupDescription wanted, boolean isDue) {
        if (group == null) {
            if (isDue) {
                groups.addGroup(wanted);
            }
            return true;
        }
        if (group.state() == Group.GroupState.PENDING_DELETE) {
            return false;
        }
        if (!group.buckets().equals(wanted.buckets())) {
            GroupKey key = wanted.appCookie();
            groups.setBucketsForGroup(device, key, wanted.buckets(), key, appId);
        }
        return true;
    }

    /**
     * Removes the sessions from a switch.
     *
     * @param device switch
     */
    public void remove(DeviceId device) {
        groups.removeGroup(device, key(P4Limits.FEEDBACK_CLONE_SESSION), appId);
        groups.removeGroup(device, key(P4Limits.CPU_CLONE_SESSION), appId);
    }

    private GroupDescription description(DeviceId device, int session, int port, int copyBytes) {
        TrafficTreatment.Builder copy = DefaultTrafficTreatment.builder();
        if (copyBytes > 0) {
            copy.truncate(copyBytes);
        }
        copy.setOutput(PortNumber.portNumber(port));
        return new DefaultGroupDescription(
                device,
                GroupDescription.Type.CLONE,
                new GroupBuckets(List.of(DefaultGroupBucket.createCloneGroupBucket(copy.build()))),
                key(session),
                session,
                appId);
    }

    private static GroupKey key(int session) {
        return new DefaultGroupKey(("weir-clone-" + session).getBytes(StandardCharsets.US_ASCII));
    }
}
