// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.List;
import org.weir.runner.up.NetworkSize;
import org.weir.runner.up.TrafficTotals;

/**
 * What one network's run has shown. What was not reached, was not asked for or cannot be known is
 * null.
 *
 * @param network its words, such as {@code fat-tree:4}
 * @param perFlow what each pair of hosts offers, bit/s, as given to {@code --per-flow}
 * @param policy the file given to {@code --policy}
 * @param size switches, directed links and hosts that there are
 * @param found when everything was found
 * @param programmed the flow rules that the switches had by then
 * @param quiet what was measured while nothing was done to the network
 * @param idle what was measured without traffic
 * @param events what was done to it, and what came of it
 * @param policyChanges what came of many changes of the policy
 * @param classifiers what came of many match rules
 * @param failure why the run did not come to its end; null when it did
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
     * When ONOS had found all of a kind for the first time, in seconds since the command's start.
     *
     * @param settings when the first settings were solved
     */
    record Found(Double switches, Double links, Double hosts, Double settings) {}

    /**
     * Flow rules of the application that all switches together had confirmed when all was found.
     *
     * @param rules how many
     * @param seconds from the first switch's appearance until all was found; the controller waited
     *     for the network in a part of that time
     */
    record Programmed(long rules, double seconds) {
        /** At least so many rules were confirmed in a second. */
        Double rulesPerSecond() {
            return seconds > 0 ? rules / seconds : null;
        }
    }

    /**
     * What was measured while nothing was done.
     *
     * @param seconds how long it was
     * @param leastLinks least directed links that ONOS had
     * @param traffic packets in that time
     * @param onosCores processors that ONOS took, of 1.0 each, over its last part
     * @param networkCores processors that the network's process took
     * @param onosResidentBytes memory of ONOS at its end
     * @param networkResidentBytes memory of the network's process
     * @param rest times of GET weir/v1/ports
     * @param loop how long the control loop took
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
     * What was measured without traffic.
     *
     * @param seconds how long it was
     * @param sentPackets packets sent all the same, from before the settling to after it
     * @param onosCores processors that ONOS took, of 1.0 each
     * @param networkCores processors that the network's process took
     */
    record Idle(double seconds, long sentPackets, double onosCores, double networkCores) {}

    /**
     * Something done to the network.
     *
     * @param name what
     * @param loss what was lost from just before until all was well again
     * @param backSeconds from its end until ONOS had all links; null when that was not within the
     *     time it is given
     */
    record Event(String name, FlowLoss loss, Double backSeconds) {}

    /**
     * Many changes of classes, one after the other.
     *
     * @param sent how many were sent
     * @param accepted how many ONOS accepted
     * @param seconds from the first to the last answer
     * @param answers times of the answers to accepted changes
     * @param loss what was lost meanwhile
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
     * @param rules how many were added to the policy's
     * @param installed what came of it
     * @param restored what came of putting the old policy back; null when the other was not
     *     accepted
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
     * @param loss what was lost meanwhile
     * @param failure why it did not come to its end; null when it did
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
