// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The types of {@link Alert}, types of causes before types of consequences. {@code docs/alerts.md}
 * is printed from them.
 */
public enum AlertType {

    /** A node of the cluster has no contact to the store. */
    STORE_UNREACHABLE(
            "%d nodes have no contact to the store",
            "the cluster's store has not answered a node of ONOS for 10 s; the node controls no"
                    + " switch",
            "check the network between the node and the store's members; if other nodes have"
                    + " contact, restart this node"),
    /** A node of the cluster does not tell the others what it measures. */
    NODE_SILENT(
            "%d nodes do not tell what they measure",
            "a node of ONOS is ready, but has published nothing for 10 s; the other nodes do not"
                    + " know the present figures of its switches' queues",
            "look into ONOS's log on this node; if the node does not continue, restart it"),
    /** A task that a node repeats fails each time, or hangs. */
    TASK_FAILING(
            "%d tasks of nodes fail",
            "a task that a node of ONOS repeats, such as the rounds of the control loop, has not"
                    + " ended well for 10 s, or for five of its periods if these are longer",
            "read the task's error in the alert, and more in ONOS's log; if the task does not"
                    + " continue, restart the node"),
    /** The policy that runs is not in netcfg. */
    POLICY_NOT_IN_NETCFG(
            "%d policies in force are not in netcfg",
            "the policy was deleted from netcfg; it stays in force until ONOS is restarted",
            "configure it again: `weir-policy-rollback` with the number of the version in force"
                    + " ([versions](how-to/change-the-policy.md))"),
    /** A node of ONOS lacks a driver that netcfg names. */
    DRIVER_MISSING(
            "%d nodes lack a driver of their switches",
            "a node of ONOS lacks a driver that netcfg names for a switch",
            "activate the application that has the driver"
                    + " ([how](how-to/trouble.md#no-switch-connects))"),
    /** A switch of netcfg does not answer. */
    DEVICE_UNREACHABLE(
            "%d switches do not answer",
            "a switch of netcfg does not answer; the first 15 s after Weir's start do not count",
            "check whether the switch runs, and whether its address in netcfg is right"
                    + " ([how](how-to/trouble.md#no-switch-connects))"),
    /** A switch cannot run the pipeline that netcfg names. */
    PIPECONF_MISFIT(
            "%d switches cannot run their pipeline",
            "a switch cannot run the pipeline that netcfg names",
            "name a pipeline that fits the driver" + " ([Tofino](how-to/control-tofino.md))"),
    /** A policy that netcfg was given breaks a rule. */
    POLICY_REFUSED(
            "%d policies were refused",
            "the last policy in netcfg breaks a rule, so it is not in force. (`PUT /policy` raises"
                    + " no alert: it answers 400)",
            "correct the field that the alert names, and configure the policy again"
                    + " ([fields](policy.md))"),
    /** A part of the policy has no effect. */
    POLICY_UNMATCHED(
            "%d parts of the policy have no effect",
            "the policy names a switch that netcfg does not have, or a port that the switch does not"
                    + " have; or all rules of a class match a DSCP, and no port trusts the DSCP of"
                    + " hosts (`edge.dscp`)",
            "correct the name, or set `edge.dscp` to `trust` ([edge](edge.md))"),
    /** A switch refused routes. */
    ROUTES_REFUSED(
            "%d switches refused routes",
            "a switch has refused routes or next-hop groups",
            "read the switch's error in the alert; the most frequent error is a full table"),
    /** A switch refused class entries. */
    CLASSES_REFUSED(
            "%d switches refused classes",
            "a switch has refused entries that put packets into classes",
            "read the switch's error in the alert; the policy may have more match rules than the"
                    + " table has places"),
    /** A switch's program does not read VLAN tags. */
    TAGS_UNREAD(
            "%d switches drop packets with VLAN tags",
            "the switch's program does not read VLAN tags, and the policy has rules for them",
            "install a program of the same version as the application ([VLAN](vlan.md))"),
    /** A switch refused the settings of a port. */
    SETTINGS_REFUSED(
            "settings of %d ports were refused",
            "a switch has refused weights, thresholds, limits or target rates of a port",
            "read the switch's error in the alert; the port keeps its earlier settings"),
    /** A switch refused its report interval. */
    REPORTING_REFUSED(
            "%d switches refused report intervals",
            "a switch has refused the interval of its telemetry reports",
            "read the switch's error in the alert; the earlier interval stays in force"),
    /** A switch lacks an AQM algorithm, or refused it. */
    AQM_REFUSED(
            "%d switches refused their ports' schemes",
            "a switch's program lacks an AQM algorithm of the policy, or the switch has refused it",
            "select another algorithm, or a program that has it ([AQM](aqm.md)); meanwhile"
                    + " thresholds mark"),
    /** Reverse path marking does not work across pipes. */
    RPM_OTHER_PIPE(
            "%d switches have reverse path marking in several pipes",
            "ports with reverse path marking are in one pipe of a Tofino, and the ports by which"
                    + " their acknowledgements leave are in another",
            "use ports of one pipe ([AQM](aqm.md#on-tofino)); meanwhile data packets are marked"),
    /** A switch refused entries of the edge. */
    EDGE_REFUSED(
            "%d switches refused their edge",
            "a switch has refused entries that say which ports lead to hosts, or which hosts have"
                    + " agents",
            "the alert has the switch's error ([edge](edge.md))"),
    /** A switch's program does not check what hosts send. */
    EDGE_OPEN(
            "%d switches do not check what hosts send",
            "a switch's program cannot check what hosts send: they can forge feedback and use every"
                    + " class",
            "install a program of the same version as the application ([edge](edge.md))"),
    /** A switch does not meter users for ABC. */
    ACTIVITY_REFUSED(
            "%d switches do not meter all users",
            "a switch's program cannot meter the activity of users, or the switch has refused"
                    + " entries for it",
            "select the program with ABC ([ABC](abc.md))"),
    /** A switch refused virtual queues. */
    VIRTUAL_QUEUES_REFUSED(
            "virtual queues of %d ports were refused",
            "a Tofino has refused the entries of a port's virtual queues",
            "the alert has the switch's error; the real queues decide about marks"),
    /** A switch refused phantom queues. */
    RATE_MARKING_REFUSED(
            "%d ports do not mark by rate",
            "a Tofino has refused the entries for rate-based marking of a port",
            "the alert has the switch's error, or set `portUtilization` to 1"),
    /** A switch lacks its clone sessions. */
    FEEDBACK_REFUSED(
            "%d switches send no feedback",
            "a switch lacks the clone sessions by which it sends feedback packets and reports, for"
                    + " more than two readings of its groups by ONOS"
                    + " (`fallbackGroupPollFrequency`)",
            "ONOS's log has the switch's error; see whether another program uses its clone"
                    + " sessions"),
    /** Virtual queues are wanted where the program has none. */
    VIRTUAL_QUEUES_UNUSED(
            "virtual queues of %d switches are not used",
            "netcfg names ports for virtual queues, and the switch's program has no table for them",
            "delete `virtualQueues` from the switch's netcfg ([Tofino](tofino.md))"),
    /** Entries of settings are missing in the switch. */
    SETTINGS_DRIFT(
            "settings of %d ports are not in the switch",
            "a switch has lacked entries of a port's settings for longer than T + 10 s. T is the"
                    + " time between two readings of the switch by ONOS: 5 s in the ONOS of `./weir"
                    + " up`, 30 s in a stock ONOS (`fallbackFlowPollFrequency`)",
            "see what else writes to the switch; ONOS goes on writing the entries"),
    /** No path leads to a host. */
    HOST_UNREACHABLE(
            "%d hosts have no path",
            "no path leads from a switch to a host",
            "mend the links; if `device-unreachable` is listed too, begin there"),
    /** No host has the address of a static route's next hop. */
    NEXT_HOP_UNKNOWN(
            "%d static routes have no next hop",
            "for 35 s, ONOS has known no host with the address of a static route's next hop"
                    + " (`nextHop`); no switch has the route. ONOS goes on asking for the address,"
                    + " by ARP or neighbour discovery",
            "check that the router is connected, has this address, and answers; or correct"
                    + " `routes` in the policy ([static routes](fabric.md#static-routes))"),
    /** Targets are not expected to be kept. */
    TARGET_INFEASIBLE(
            "targets of %d classes at ports are not expected to be kept",
            "for more than 15 of the last 30 s, Weir's model expects that a class misses a target"
                    + " at the present loads, with the settings in force",
            "read `weir-explain`; relax a target, or plan another one"
                    + " ([plans](how-to/change-the-policy.md))"),
    /** A target is missed. */
    TARGET_MISSED(
            "%d classes at ports miss targets",
            "for more than 15 of the last 30 s, a class at a port has missed a target. Drops"
                    + " outside queues count as losses only of classes with traffic",
            "read `weir-explain`: it names the reason"),
    /** Much feedback. */
    FEEDBACK_STORM(
            "%d classes at ports cause feedback storms",
            "for more than 15 of the last 30 s, a class at a port has caused more than 100"
                    + " feedback packets/s (`feedbackStormPerSecond`), and more than one for two"
                    + " packets",
            "look for senders that do not obey ([flows](how-to/monitor.md))"),
    /** Counters cannot be read. */
    COUNTERS_UNREAD(
            "counters of %d switches cannot be read",
            "a switch has not answered a reading of its counters in time, or with an error",
            "the alert has the error; meanwhile the switch's settings stay"),
    /** Readings of counters are refused. */
    READINGS_REFUSED(
            "readings of %d classes at ports are refused",
            "for more than 15 of the last 30 s, Weir has refused more than half of the last"
                    + " readings of a class's counters at a port: a reading came late, had lower"
                    + " counts than the one before, or had more departures than the port's rate"
                    + " permits (`implausibleRateFactor`)",
            "compare the port's rate in the policy with the rate of the line, and the clock of the"
                    + " switch with the controller's; meanwhile the figures of the class may be"
                    + " old"),
    /** A port has no managed queues. */
    PORT_UNMANAGED(
            "%d ports cannot be managed",
            "the switch's program has no queues for a port, or neither switch, netcfg nor policy"
                    + " states the port's rate",
            "state the rate in the policy's `ports`, or use another port"),
    /** A speed is assumed. */
    SPEED_ASSUMED(
            "the speeds of %d ports are assumed",
            "neither switch, netcfg nor policy states the speed of a port, and ONOS assumes 1000"
                    + " Mb/s",
            "state the speed in netcfg, or the rate in the policy's `ports`"),
    /** A part of the port cannot stay free. */
    PORT_USED_IN_FULL(
            "%d ports are used in full",
            "`portUtilization` has no effect, because the switch's program has no rate-based"
                    + " marking",
            "set `portUtilization` to 1"),
    /** A port has more addresses than it may. */
    PORT_ADDRESSES(
            "%d ports have more addresses than they may have",
            "some addresses of hosts at a port have no route, because the port has reached its"
                    + " limit of addresses (`edge.addresses`)",
            "look for a host that invents addresses, or raise the limit ([edge](edge.md))"),
    /** A port used addresses that it may not. */
    ADDRESS_REFUSED(
            "%d ports have used addresses that they may not use",
            "in the last minute, the controller has discarded packets of ARP or neighbour"
                    + " discovery, because `edge.sources` does not permit their address, or an"
                    + " address of the host whose Ethernet address they have",
            "find the host, or add its address to `sources` ([edge](edge.md#source-addresses))"),
    /** A switch refused entries for ARP and neighbour discovery. */
    NEIGHBOURS_REFUSED(
            "%d switches refused neighbours",
            "a switch has refused entries with which it answers ARP and neighbour discovery",
            "the alert has the switch's error; the controller answers meanwhile"),
    /** The scheduler does not get new weights. */
    WEIGHTS_STATIC(
            "weights of %d switches are static",
            "Weir cannot set the weights of a Tofino's scheduler",
            "the alert has the reason" + " ([how to control a Tofino](how-to/control-tofino.md))"),
    /** Netcfg names the server of a scheduler that the switch does not have. */
    SCHEDULER_UNUSED(
            "schedulers of %d switches are not used",
            "netcfg names the server of a scheduler, such as `bfrt`, that the switch's program does"
                    + " not have",
            "delete the field from the switch's netcfg");

    private static final String HEAD =
            "# Alerts\n\n"
                    + "`./weir write` writes this page from the code (`AlertType` in `app`); do not"
                    + " edit it.\n\n"
                    + "An alert is a present fault. [How to monitor](how-to/monitor.md#alerts)"
                    + " explains where alerts are listed. Types of causes come\n"
                    + "before types of their consequences.\n\n"
                    + "| alert type | is listed while | what to do |\n|---|---|---|\n";

    private final String groupText;
    private final String condition;
    private final String remedy;

    AlertType(String groupText, String condition, String remedy) {
        this.groupText = groupText;
        this.condition = condition;
        this.remedy = remedy;
    }

    /** The type of a word; empty if it is none of this version's, but of another node's. */
    static Optional<AlertType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    }

    /** Short stable word, such as {@code device-unreachable}; {@link Alert#kind} has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Text of several alerts of the type, such as "3 switches do not answer". */
    String groupText(int count) {
        return String.format(Locale.ROOT, groupText, count);
    }

    /** The page {@code docs/alerts.md}. */
    static String reference() {
        StringBuilder page = new StringBuilder(HEAD);
        for (AlertType type : values()) {
            page.append(
                    "| `" + type.word() + "` | " + type.condition + " | " + type.remedy + " |\n");
        }
        return page.toString();
    }
}
