// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.weir.control.PortSettings;

/**
 * The settings that a port's switch has, those on their way to it, and the wish for which each of
 * them was solved. A <em>wish</em> is a policy and a description of the port; they are numbered,
 * and each change of one of them is a new wish.
 *
 * <p>Example: the policy changes, so wish 2 follows 1 and the port {@linkplain #isBehind() is
 * behind}. Settings solved for wish 2 are {@linkplain #begin sent}; until their {@linkplain #end
 * end} the switch has those of wish 1.
 *
 * <p>Not for several threads: {@link ControlledPort} calls every method under its lock.
 */
final class Installation {
    /** First pause between attempts to install settings that the switch refuses, ns. */
    private static final long FIRST_PAUSE_NS = 100_000_000;

    private static final long LONGEST_PAUSE_NS = 30_000_000_000L;

    private final Backoff backoff = new Backoff(FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
    private long wish = 1;

    /** The newest wish that was solved. */
    private long solvedWish;

    /** The newest wish whose settings were sent and not refused, or needed none. */
    private long settledWish = 1;

    private long pendingWish;
    private long inForceWish;

    /** The settings that the switch has; null if none are known. */
    private PortSettings installed;

    /**
     * True if these were solved for a known load, or were found in the switch. After false, the
     * next thresholds are not bounded by a step: load and packet size are known for the first time.
     */
    private boolean isInstalledForLoad = true;

    private CompletableFuture<Void> pending;
    private PortSettings pendingSettings;
    private boolean isPendingForLoad;
    private long pendingSinceNs;
    private boolean failed;

    /** Takes note that the policy or the description of the port changed. */
    void wishChanged() {
        wish++;
        backoff.reset();
    }

    /** True if the present wish was solved. */
    boolean isSolved() {
        return solvedWish == wish;
    }

    /** Takes note that the present wish is solved in this round. */
    void solved() {
        solvedWish = wish;
    }

    /** True if the switch does not have settings that were solved for the present wish. */
    boolean isBehind() {
        return inForceWish != wish;
    }

    /** True if settings are on their way, were refused, or are not for the present wish. */
    boolean isUnsettled() {
        return failed || pending != null || installed == null || isBehind();
    }

    /** The settings that the switch has; null if none are known. */
    PortSettings installed() {
        return installed;
    }

    /** The settings that the switch has once those on their way arrive; null if none are known. */
    PortSettings expected() {
        return pendingSettings != null ? pendingSettings : installed;
    }

    /** The settings from which a step of weights is bounded; null if steps are not bounded. */
    PortSettings boundedFrom() {
        return wish == settledWish ? installed : null;
    }

    /** The settings from which a step of thresholds is bounded; null if steps are not bounded. */
    PortSettings thresholdsBoundedFrom() {
        return isInstalledForLoad ? boundedFrom() : null;
    }

    /**
     * Takes settings that were found in the switch as the installed ones, unless others were sent.
     *
     * @return whether they were taken
     */
    boolean adopt(PortSettings found) {
        if (installed != null || pending != null) {
            return false;
        }
        installed = found;
        return true;
    }

    /** Takes the installed settings with the shares that they did not have. */
    void completeShares(PortSettings withShares) {
        installed = withShares;
    }

    /**
     * The reason that decides about solved settings before loads are compared; empty if the switch
     * has settings for the present wish and none are on their way.
     *
     * @param timeoutNs after which settings on their way are given up
     */
    Optional<DecisionReason> reason(PortSettings solved, long nowNs, long timeoutNs) {
        if (pending != null) {
            if (nowNs - pendingSinceNs <= timeoutNs) {
                return Optional.of(DecisionReason.PENDING);
            }
            pending = null;
            pendingSettings = null;
            failed = true;
            settledWish = inForceWish;
            backoff.failed(pendingSinceNs);
        }
        if (failed) {
            return Optional.of(
                    backoff.isDue(nowNs) ? DecisionReason.RETRY : DecisionReason.RETRY_LATER);
        }
        if (installed == null) {
            return Optional.of(DecisionReason.FIRST);
        }
        if (solvedWish != settledWish && !installed.sameInDataPlane(solved)) {
            return Optional.of(DecisionReason.POLICY_CHANGED);
        }
        settledWish = solvedWish;
        inForceWish = solvedWish;
        return Optional.empty();
    }

    /**
     * Takes note that settings are sent.
     *
     * @param isForLoad whether they were solved for a known load
     */
    void begin(PortSettings settings, boolean isForLoad, long nowNs) {
        pending = new CompletableFuture<>();
        pendingSettings = settings;
        isPendingForLoad = isForLoad;
        pendingSinceNs = nowNs;
        settledWish = solvedWish;
        pendingWish = solvedWish;
        failed = false;
    }

    /** Token of the installation that {@link #begin} began; null if none is on its way. */
    CompletableFuture<Void> pending() {
        return pending;
    }

    /**
     * Takes the end of an installation. One that was given up in the meantime is ignored.
     *
     * @return whether the switch has the settings now
     */
    boolean end(CompletableFuture<Void> token, boolean success) {
        if (token != pending) {
            return false;
        }
        if (success) {
            installed = pendingSettings;
            isInstalledForLoad = isPendingForLoad;
            inForceWish = pendingWish;
            backoff.reset();
        } else {
            failed = true;
            settledWish = inForceWish;
            if (pendingWish == wish) {
                backoff.failed(pendingSinceNs);
            }
        }
        pending = null;
        pendingSettings = null;
        return success;
    }
}
