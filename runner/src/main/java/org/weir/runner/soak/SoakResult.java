// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.List;
import org.weir.runner.up.NetworkSize;
import org.weir.runner.up.TrafficTotals;

/**
 * Result of one network's run. A part that was not reached, was not asked for or cannot be known is
 * null.
 *
 * @param network its words, such as {@code fat-tree:4}
 * @param perFlow rate that each pair of hosts offers, bit/s, as given to {@code --per-flow}
 * @param policy the file given to {@code --policy}
 * @param size switches, directed links and hosts that there are
 * @param found times at which everything was found
 * @param programmed the flow rules that the switches had by then
 * @param quiet measurements while nothing was done to the network
 * @param idle measurements without traffic
 * @param events events done to the network, with their losses
 * @param policyChanges result of many changes of the policy
 * @param classifiers result of many match rules
 * @param failure reason for which the run did not complete; null when it did
 */
record SoakResult(
        String network,
        String perFlow,
        String policy,
        NetworkSize size,
        Found found,
        Programmed programmed,
        Quiet quiet,
        Idle idle,
        List<Event> events,
        PolicyChanges policyChanges,
        Classifiers classifiers,
        String failure) {

    /**
     * Times at which ONOS had found all of a kind first, in seconds since the command's start.
     *
     * @param settings time at which the first settings were solved
     */
    record Found(Double switches, Double links, Double hosts, Double settings) {}

    /**
     * Flow rules of the application that all switches together had confirmed when all was found.
     *
     * @param rules number of rules
     * @param seconds from the first switch's appearance until all was found; the controller waited
     *     for the network in a part of that time
     */
    record Programmed(long rules, double seconds) {
        /** Rules confirmed in a second, at least; null if the time is 0. */
        Double rulesPerSecond() {
            return seconds > 0 ? rules / seconds : null;
        }
    }

    /**
     * Measurements while nothing was done to the network.
     *
     * @param seconds length, s
     * @param leastLinks least directed links that ONOS had
     * @param traffic packets in that time
     * @param onosCores processors that ONOS took, of 1.0 each, over its last part
     * @param networkCores processors that the network's process took
     * @param onosResidentBytes memory of ONOS at its end
     * @param networkResidentBytes memory of the network's process
     * @param rest times of GET weir/v1/ports
     * @param loop times of the control loop
     */
    record Quiet(
            double seconds,
            int leastLinks,
            TrafficTotals traffic,
            double onosCores,
            double networkCores,
            Long onosResidentBytes,
            Long networkResidentBytes,
            Percentiles rest,
            Loop loop) {}

    /**
     * Times of the control loop until a switch has confirmed new settings, for settings that answer
     * changed load.
     *
     * @param confirmed settings that were confirmed; of the last 4096 there are times
     * @param failed settings that were refused or not confirmed in time
     * @param fromReading from the reading of counters that the settings answer
     * @param fromReport from the first telemetry report since the round before
     * @param write from the sending of the settings
     */
    record Loop(
            long confirmed,
            long failed,
            Percentiles fromReading,
            Percentiles fromReport,
            Percentiles write) {}

    /**
     * Measurements without traffic.
     *
     * @param seconds length, s
     * @param sentPackets packets sent all the same, from before the settling to after it
     * @param onosCores processors that ONOS took, of 1.0 each
     * @param networkCores processors that the network's process took
     */
    record Idle(double seconds, long sentPackets, double onosCores, double networkCores) {}

    /**
     * Something done to the network.
     *
     * @param name name of the event
     * @param loss losses from just before it until the network was complete again
     * @param backSeconds from its end until ONOS had all links; null when that was not within the
     *     time it is given
     */
    record Event(String name, FlowLoss loss, Double backSeconds) {}

    /**
     * Many changes of classes, one after the other.
     *
     * @param sent number of changes sent
     * @param accepted number of changes that ONOS accepted
     * @param seconds from the first to the last answer
     * @param answers times of the answers to accepted changes
     * @param loss losses meanwhile
     * @param settledSeconds from the last answer until the policy read back was that of the last
     *     changes and all ports had settings for it; null when that was not within the time it is
     *     given
     * @param refusal the first refusal; null without one
     */
    record PolicyChanges(
            int sent,
            int accepted,
            double seconds,
            Percentiles answers,
            FlowLoss loss,
            Double settledSeconds,
            String refusal) {}

    /**
     * Many match rules.
     *
     * @param rules number of rules added to the policy's
     * @param installed result of installing them
     * @param restored result of putting the old policy back; null when the other was not accepted
     */
    record Classifiers(int rules, Replacement installed, Replacement restored) {}

    /**
     * A policy with other match rules in place of one that was in force.
     *
     * @param answerMs until ONOS had answered, ms; null when it refused
     * @param rules flow rules by which all switches together have more than before, or fewer
     * @param seconds from the request until all switches had confirmed all rules, seen at most half
     *     a second later; null when that was not within the time it is given
     * @param rest times of GET weir/v1/ports meanwhile
     * @param loss losses meanwhile
     * @param failure reason for which it did not complete; null when it did
     */
    record Replacement(
            Double answerMs,
            long rules,
            Double seconds,
            Percentiles rest,
            FlowLoss loss,
            String failure) {
        /** Rules that were added or removed in a second; null when they were not all. */
        Double rulesPerSecond() {
            return seconds == null || seconds == 0 ? null : Math.abs(rules) / seconds;
        }
    }
}
