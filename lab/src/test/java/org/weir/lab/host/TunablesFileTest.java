// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.weir.control.RateWindow;
import org.weir.control.tuning.PolicyInterval;
import org.weir.control.tuning.Tunable;
import org.weir.lab.network.QueueTunable;
import org.weir.reaction.ReactionTunable;
import org.weir.reaction.config.DcqcnTunable;
import org.weir.reaction.config.P4qcnTunable;
import org.weir.reaction.mixed.MixedTunable;
import org.weir.reaction.share.ShareTunable;
import org.weir.reaction.targetrate.MessageDefault;
import org.weir.reaction.targetrate.TargetRateTunable;
import org.weir.rules.ChecksGeneratedFile;
import org.weir.rules.GeneratedFile;

/** Compares {@code docs/tunables.md} with the code, and writes it when asked to. */
@ChecksGeneratedFile
class TunablesFileTest {
    @Test
    void fileHoldsWhatIsDeclared() {
        new GeneratedFile(Path.of("../docs/tunables.md"), getClass()).check(text());
    }

    private static String text() {
        return """
                # Tunables

                Every number that tunes the loops and the lab's queues, from its declaration in the code. *Generated from the code:* `./weir write` writes this file.

                ## Intervals

                Fields of the policy itself (`PolicyInterval`).

                %s
                ## Ports

                Fields of the policy's `port`, for all ports, and `ports[]`, for one (`RateWindow`).

                %s
                ## The controller

                Fields of the policy's `tunables` (`Tunable`).

                %s
                ## The reaction point of lab's senders

                Fields of a flow's `reaction` in `network.json`. Of `"kind": "pmqecn"` (`ReactionTunable`):

                %s
                Of `"kind": "target-rate"`, `startBps`, `leastBps` and `leastRatio` as above, and (`TargetRateTunable`):

                %s
                `"kind": "messages"` has the same fields, and other defaults (`MessageDefault`; times at a rate window of 32.768 ms):

                %s
                Of `"kind": "share"`, the same three and (`ShareTunable`):

                %s
                Of `"kind": "mixed"`, which agents have by default, `startBps` and `leastBps`, the objects `messages` and `share` with the other fields of these kinds, and (`MixedTunable`):

                %s
                Of `"kind": "dcqcn"`, which only the agent has, `startBps` (default: the line's rate) and `leastBps`, and (`DcqcnTunable`):

                %s
                Of `"kind": "p4qcn"`, which only the agent has, the same two and (`P4qcnTunable`):

                %s
                ## The queues of lab's switches

                Fields of a switch, of its ports, and of a port's `queues` and `pfc` in `network.json` (`QueueTunable`).

                %s"""
                .formatted(
                        PolicyInterval.reference(),
                        RateWindow.reference(),
                        Tunable.reference(),
                        ReactionTunable.reference(),
                        TargetRateTunable.reference(),
                        MessageDefault.reference(),
                        ShareTunable.reference(),
                        MixedTunable.reference(),
                        DcqcnTunable.reference(),
                        P4qcnTunable.reference(),
                        QueueTunable.reference());
    }
}
