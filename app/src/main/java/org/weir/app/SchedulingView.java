// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;
import java.util.OptionalDouble;

/** Keeper of a port's weights, and whether they can be set at the moment. Immutable. */
public final class SchedulingView {

    /** Keeper of the weights. */
    public enum Mode {
        /** The switch program, with the other settings. */
        PROGRAM,
        /** The ASIC's own scheduler, set at run time. */
        ASIC,
        /** The ASIC's own scheduler, which cannot be set: weights stay as they are. */
        STATIC,
        /** Virtual queues of the switch program, beside an ASIC's scheduler that is left alone. */
        VIRTUAL
    }

    /** Weights are settings of the switch program. */
    public static final SchedulingView IN_PROGRAM =
            new SchedulingView(Mode.PROGRAM, OptionalDouble.empty(), "");

    /** Shares are those of virtual queues. */
    public static final SchedulingView IN_VIRTUAL_QUEUES =
            new SchedulingView(Mode.VIRTUAL, OptionalDouble.empty(), "");

    private final Mode mode;
    private final OptionalDouble shareError;
    private final String text;

    /**
     * A view.
     *
     * @param mode keeper of the weights
     * @param shareError largest difference of a class's share from the one solved, as a part of the
     *     port; empty if not known
     * @param text reason for which weights cannot be set, one sentence; empty if they can
     */
    public SchedulingView(Mode mode, OptionalDouble shareError, String text) {
        this.mode = Objects.requireNonNull(mode);
        this.shareError = Objects.requireNonNull(shareError);
        this.text = Objects.requireNonNull(text);
    }

    /** Keeper of the weights. */
    public Mode mode() {
        return mode;
    }

    /** Largest difference of a class's share from the one solved, as a part of the port. */
    public OptionalDouble shareError() {
        return shareError;
    }

    /** Reason for which weights cannot be set, one sentence; empty if they can. */
    public String text() {
        return text;
    }
}
