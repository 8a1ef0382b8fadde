// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.nio.charset.StandardCharsets;
import java.util.List;
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
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.Platform;

/**
 * The clone sessions of the P4 program: copies for feedback packets and copies for the controller.
 * Without them a switch forwards as ever, and neither tells its senders to slow down nor reports.
 */
public final class CloneSessions {

    private final ApplicationId appId;
    private final GroupService groups;

    /**
     * Clone sessions.
     *
     * @param appId application they belong to
     * @param groups store of the sessions; ONOS puts them back after a switch has restarted
     */
    public CloneSessions(ApplicationId appId, GroupService groups) {
        this.appId = appId;
        this.groups = groups;
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
    public boolean install(DeviceId device, Platform platform, int cpuPort) {
        boolean feedback =
                session(
                        device,
                        P4Limits.FEEDBACK_CLONE_SESSION,
                        platform.feedbackPort(),
                        platform.feedbackCopyBytes());
        boolean cpu =
                session(device, P4Limits.CPU_CLONE_SESSION, cpuPort, platform.reportCopyBytes());
        return feedback && cpu;
    }

    private boolean session(DeviceId device, int session, int port, int copyBytes) {
        GroupDescription wanted = description(device, session, port, copyBytes);
        GroupKey key = key(session);
        Group group = groups.getGroup(device, key);
        if (group == null) {
            groups.addGroup(wanted);
            return true;
        }
        if (group.state() == Group.GroupState.PENDING_DELETE) {
            return false;
        }
        if (!group.buckets().equals(wanted.buckets())) {
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
