// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;

/**
 * Decides which links are gone although both their ports are up.
 *
 * <p>A probe that does not arrive proves nothing by itself: the controller may not have sent it, or
 * it may wait in front of a busy switch or of a busy controller. A probe counts as lost only when
 * two echoes have been heard. An echo is a packet-out that the switch returns as a packet-in.
 *
 * <ol>
 *   <li>The source has returned an echo that was sent after the probe: packet-outs of a switch keep
 *       their order, so the probe has left the switch.
 *   <li>The destination has returned an echo that was sent after that: packet-ins of a switch keep
 *       their order, so the probe would have been heard by now.
 * </ol>
 *
 * <p>Example: a controller that stood still for a minute sends nothing and hears nothing; no link
 * is judged. A cable whose one fibre is broken, with both ports up: after {@code staleAfterProbes}
 * lost probes the link is stale.
 *
 * <p>Times are the senders' time stamps in the probes, in ms; they only order packets. They are
 * those of the wall clock, by which other nodes tell whether a probe is fresh. When it is set back,
 * all proofs begin anew.
 */
final class LinkEvidence {
    private final int staleAfterProbes;
    private final Map<LinkKey, Judgement> links = new HashMap<>();
    private final Map<ConnectPoint, Long> sentMs = new HashMap<>();
    private final Map<DeviceId, Long> echoedMs = new HashMap<>();
    private long lastMs;

    /**
     * Creates a judge that knows no links.
     *
     * @param staleAfterProbes probes in a row that must be lost, at least 1
     */
    LinkEvidence(int staleAfterProbes) {
        if (staleAfterProbes < 1) {
            throw new IllegalArgumentException(
                    "staleAfterProbes must be at least 1, not " + staleAfterProbes);
        }
        this.staleAfterProbes = staleAfterProbes;
    }

    /** Records that a probe was handed to the switch of a port. */
    synchronized void sent(ConnectPoint port, long timeMs) {
        follow(timeMs);
        sentMs.merge(port, timeMs, Math::max);
    }

    /** Records that a probe has crossed a link. */
    synchronized void heard(LinkKey link, long timeMs) {
        links.computeIfAbsent(link, ignored -> new Judgement()).heard(timeMs);
    }

    /** Records that a switch has returned an echo that was sent at the given time. */
    synchronized void echoed(DeviceId device, long timeMs) {
        echoedMs.merge(device, timeMs, Math::max);
    }

    /** The ports whose last probe is proven lost. */
    synchronized Set<ConnectPoint> losingPorts() {
        Set<ConnectPoint> ports = new HashSet<>();
        links.forEach(
                (link, judgement) -> {
                    if (judgement.lostProbes > 0) {
                        ports.add(link.src());
                    }
                });
        return ports;
    }

    /** The links that fulfil a condition. */
    synchronized List<LinkKey> links(Predicate<LinkKey> wanted) {
        List<LinkKey> found = new ArrayList<>(links.keySet());
        found.removeIf(wanted.negate());
        return found;
    }

    /**
     * Judges every link by what has been heard so far. To be called before the probes of a round
     * are sent.
     *
     * @param nowMs present time; echoes that are sent from now on carry at least this time stamp
     */
    synchronized Findings judge(long nowMs) {
        follow(nowMs);
        Findings findings = new Findings();
        Iterator<Map.Entry<LinkKey, Judgement>> entries = links.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<LinkKey, Judgement> entry = entries.next();
            LinkKey link = entry.getKey();
            DeviceId wanted =
                    entry.getValue()
                            .advance(link, sentMs.getOrDefault(link.src(), 0L), echoedMs, nowMs);
            if (entry.getValue().lostProbes >= staleAfterProbes) {
                findings.stale.add(link);
                entries.remove();
            } else if (wanted != null) {
                findings.echoWanted.add(wanted);
            }
        }
        return findings;
    }

    /** Forgets all stamps if the clock was set back: they would look newer than those to come. */
    private void follow(long nowMs) {
        if (nowMs < lastMs) {
            sentMs.clear();
            echoedMs.clear();
            links.values().forEach(Judgement::restart);
        }
        lastMs = nowMs;
    }

    /**
     * Begins anew with the links of a switch that has another master: probes and echoes that were
     * on their way have gone to the one or to the other. Only what is sent from now on counts.
     */
    synchronized void renew(DeviceId device) {
        sentMs.keySet().removeIf(port -> port.deviceId().equals(device));
        echoedMs.remove(device);
        links.forEach(
                (link, judgement) -> {
                    if (link.src().deviceId().equals(device)
                            || link.dst().deviceId().equals(device)) {
                        judgement.renew();
                    }
                });
    }

    /** Forgets links. */
    synchronized void forget(Predicate<LinkKey> gone) {
        links.keySet().removeIf(gone);
    }

    /** The outcome of one look at all links. */
    static final class Findings {
        /** Links that have lost too many probes; they are forgotten. */
        final List<LinkKey> stale = new ArrayList<>();

        /** Switches whose echo would tell whether a probe is lost. */
        final Set<DeviceId> echoWanted = new HashSet<>();
    }

    /** The state of one link; guarded by the outer object. */
    private static final class Judgement {
        private static final long NONE = Long.MIN_VALUE;

        private long heardMs = NONE;

        /** Time stamp of the missing probe that is being judged. */
        private long missingMs = NONE;

        /**
         * Time from which an echo of the destination decides, ms; known once the probe has left.
         */
        private long decidedFromMs = NONE;

        private int lostProbes;

        void heard(long timeMs) {
            heardMs = Math.max(heardMs, timeMs);
            if (heardMs >= missingMs) {
                renew();
            }
        }

        void restart() {
            heardMs = 0;
            renew();
        }

        void renew() {
            missingMs = NONE;
            decidedFromMs = NONE;
            lostProbes = 0;
        }

        /** Goes one step further; returns the switch whose echo is needed next, or null. */
        DeviceId advance(LinkKey link, long lastSentMs, Map<DeviceId, Long> echoes, long nowMs) {
            if (missingMs == NONE) {
                if (lastSentMs <= heardMs) {
                    return null;
                }
                missingMs = lastSentMs;
            }
            if (decidedFromMs == NONE) {
                DeviceId source = link.src().deviceId();
                if (echoes.getOrDefault(source, NONE) < missingMs) {
                    return source;
                }
                decidedFromMs = nowMs;
            }
            DeviceId destination = link.dst().deviceId();
            if (echoes.getOrDefault(destination, NONE) < decidedFromMs) {
                return destination;
            }
            lostProbes++;
            missingMs = NONE;
            decidedFromMs = NONE;
            return null;
        }
    }
}
