// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.FixedRate;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;

/**
 * The flow of a sender that ignores congestion. Its packets have the ECN codepoint of the scheme's
 * senders, so that switches queue them with theirs, mark them and do not drop them earlier. Where
 * switches stamp ECN-capable packets with telemetry they are not ECN-capable: this sender asks for
 * none. Nor does its receiver answer: answers that nobody asks for would only load the way back.
 */
final class Flood {
    private static final int FIRST_PORT = 4000;
    private static final long SEED = 0x5eed;

    private Flood() {}

    /**
     * Adds the flow to its hosts, before they start.
     *
     * @param frameBytes length of its frames
     * @param trafficSeed of all traffic, from which that of its random numbers follows
     */
    static void add(
            TrafficClass own,
            Host from,
            Host to,
            int frameBytes,
            LoadSchedule load,
            Scheme scheme,
            Values values,
            long trafficSeed) {
        int id = from.senders().size();
        from.addFlow(
                flow(id, own, from, to, frameBytes, load, scheme, values), trafficSeed ^ SEED + id);
        to.leaveUnanswered(id);
    }

    private static FlowConfig flow(
            int id,
            TrafficClass own,
            Host from,
            Host to,
            int frameBytes,
            LoadSchedule load,
            Scheme scheme,
            Values values) {
        return new FlowConfig(
                id,
                "flood " + id,
                own.name(),
                from.config().ipv4(),
                to.config().ipv4(),
                FIRST_PORT + id,
                FIRST_PORT + id,
                own.dscp(),
                !scheme.stampsEcnCapable(),
                frameBytes,
                ArrivalProcess.POISSON,
                load,
                FlowConfig.DEFAULT_BACKLOG_PACKETS,
                scheme.reaction(values).map(like -> new None(like.isScalable())));
    }

    /**
     * No reaction.
     *
     * @param isScalable as the sender's packets say
     */
    private record None(boolean isScalable) implements Reaction {
        @Override
        public RateControl start(long lineBps) {
            return new FixedRate(lineBps);
        }
    }
}
