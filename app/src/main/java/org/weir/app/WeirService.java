// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.weir.app.change.Edit;
import org.weir.app.change.Freeze;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.RunningPolicy;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.event.Event;
import org.weir.app.flow.FlowList;
import org.weir.app.host.HostView;
import org.weir.app.past.QueuePoint;
import org.weir.app.route.RouteView;
import org.weir.app.webhook.Webhooks;

/**
 * The application's interface for callers: state to show, and changes to a class. REST and the ONOS
 * shell only translate to this interface. All methods may be called from any thread.
 */
public interface WeirService {

    /** Name under which the application registers with ONOS. */
    String APP_NAME = "org.weir.app";

    /** Whether a valid policy is running. Without one there are no classes and no ports. */
    boolean configured();

    /** The policy that runs, or empty when none does. */
    Optional<PolicyView> policy();

    /**
     * The policy that runs with its version. It stays when it is deleted from ONOS's network
     * configuration.
     *
     * @return both, or empty when none runs
     */
    Optional<RunningPolicy> runningPolicy();

    /** The JSON of the policy that runs, a copy; empty when none does. */
    default Optional<ObjectNode> policyDocument() {
        return runningPolicy().map(RunningPolicy::document);
    }

    /**
     * Replaces the whole policy: checks it, writes it to ONOS's network configuration and lets it
     * take effect with the next round.
     *
     * @param document the policy's JSON
     * @param edit the author, for the history
     * @return the policy as the edit has made it, with its version; another may run by now
     * @throws RejectedException if the policy breaks a rule, or another version runs than the edit
     *     is of; the running policy then stays
     */
    RunningPolicy setPolicy(ObjectNode document, Edit edit);

    /** The policy's history, and plans for its future. */
    PolicyChanges changes();

    /** Rounds, over all ports, that led to new settings since the application started. */
    long resolves();

    /** Every controlled port with its queues, ordered by device and then port number. */
    List<PortView> ports();

    /**
     * One controlled port.
     *
     * @param device ONOS device id, such as {@code device:s1}
     * @param port port number
     * @return the port, or empty when it is not under control
     */
    Optional<PortView> port(String device, long port);

    /**
     * The last hour of a queue, as far as this node has been running; also of one that is not under
     * control now.
     *
     * @param device ONOS device id
     * @param port port number
     * @param className name of the class
     * @return its points, oldest first; empty when there was no such queue under control
     */
    Optional<List<QueuePoint>> history(String device, long port, String className);

    /** The classes of the running policy, in policy order (their index in the switches). */
    List<ClassView> classes();

    /** The classes of a policy, in the same form, whether it runs or not. */
    List<ClassView> classes(RunningPolicy policy);

    /**
     * One class of the running policy.
     *
     * @param name name of the class
     * @return the class, or empty when the policy has none of that name
     */
    Optional<ClassView> trafficClass(String name);

    /**
     * Changes a class at run time. The change is checked as the whole policy is, is written to
     * ONOS's network configuration (so that configuration and service agree, also after a restart)
     * and takes effect with the next round.
     *
     * @param name name of the class
     * @param change the fields to change; all others stay as they are
     * @param edit the author, for the history
     * @return the class as it is now
     * @throws RejectedException if there is no such class or the changed policy is not valid; the
     *     running policy then stays as it was
     */
    ClassView setClass(String name, ClassChange change, Edit edit);

    /**
     * Measures, solves and installs once, now, instead of waiting for the period to end.
     *
     * @return the decisions; settings that change are on their way to the switches
     * @throws RejectedException if no policy is running
     */
    SolveReport solveNow();

    /**
     * Returns the latest decision about a port, with its reasons.
     *
     * @param device ONOS device id
     * @param port port number
     * @return the latest decision, or empty when nothing was decided for that port yet
     * @throws RejectedException if the node that controls the port does not answer; the message
     *     names it
     */
    Optional<DecisionView> decision(String device, long port);

    /** The nodes of ONOS's cluster, by id, with the switches that each controls. */
    List<NodeView> nodes();

    /** Every switch that the network configuration gives one of Weir's programs, by device id. */
    List<DeviceView> devices();

    /**
     * Returns the times of the control loop from measurements to confirmed settings.
     *
     * @param after leaves out the first so many confirmed settings since the application's start,
     *     at least 0; of the others the last few thousand are kept
     * @return its times; of no settings without a policy
     */
    LoopView loop(long after);

    /**
     * The classifiers of the running policy, by precedence; none without a policy.
     *
     * @param device the switch whose entries are counted; empty for all
     */
    List<ClassifierView> classifiers(Optional<String> device);

    /** Hosts at ports of Weir's switches, by id. */
    List<HostView> hosts();

    /** Static routes of the running policy, in its order; none without a policy. */
    List<RouteView> routes();

    /** Hosts that get feedback because they have an agent, or are to get it, by address. */
    List<AgentView> agents();

    /**
     * Registers the agent of a host, or renews its registration: the host gets feedback until the
     * lease ends.
     *
     * @param address IPv4 or IPv6 address of the host
     * @param leaseSeconds time until the registration ends, 5 to 3600 s
     * @throws RejectedException if the address or the time is none, or ONOS's store does not take
     *     it
     */
    void registerAgent(String address, int leaseSeconds);

    /**
     * Ends the registration of a host's agent; does nothing if there is none.
     *
     * @param address IPv4 or IPv6 address of the host
     * @throws RejectedException if the address is none, or ONOS's store does not take it
     */
    void removeAgent(String address);

    /** Flows that agents shape, as they have reported them within the last 15 s. */
    FlowList flows();

    /**
     * Takes the report of an agent about the flows that it shapes, in place of its last one.
     *
     * @param address IPv4 or IPv6 address from which the flows come
     * @param report the schema {@code FlowReport} of {@code docs/openapi.json}
     * @throws RejectedException if the address has no agent, or the report breaks a rule
     */
    void reportFlows(String address, ObjectNode report);

    /**
     * True while settings are frozen: the control loop measures and solves, and installs nothing.
     * True as well while that is not known.
     */
    boolean isFrozen();

    /**
     * False until this node has read from ONOS's store whether settings are frozen. Until then it
     * installs nothing.
     */
    boolean isFreezeKnown();

    /** The last 100 freezes and their ends, oldest first; empty if ONOS's store does not answer. */
    Optional<List<Freeze>> freezes();

    /**
     * Freezes the settings, or ends that; does nothing if it is so already. It outlives ONOS.
     *
     * @param frozen whether the control loop installs nothing from now on
     * @param edit the author; its text is the reason
     * @return the freeze that lasts already, so that this one is not recorded; empty otherwise
     * @throws RejectedException if ONOS's store does not take it
     */
    Optional<Freeze> setFrozen(boolean frozen, Edit edit);

    /**
     * Reason for which this node cannot answer for the cluster now, in a sentence; empty while it
     * can. The alerts are answered all the same.
     */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /**
     * Returns the alerts: unreachable hosts and devices, refused settings, and other present
     * faults.
     */
    List<Alert> alerts();

    /** The last events of the network and of the policy, newest first. */
    List<Event> events();

    /** The webhooks, to which events are delivered. */
    Webhooks webhooks();
}
