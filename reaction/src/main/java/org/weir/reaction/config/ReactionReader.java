// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.weir.control.policy.JsonField;
import org.weir.reaction.PmqecnReaction;
import org.weir.reaction.Reaction;
import org.weir.reaction.ReactionTunable;
import org.weir.reaction.Recovery;
import org.weir.reaction.mixed.MixedReaction;
import org.weir.reaction.mixed.MixedTunable;
import org.weir.reaction.share.ShareReaction;
import org.weir.reaction.share.ShareTunable;
import org.weir.reaction.targetrate.GrowthLimit;
import org.weir.reaction.targetrate.MessageDefault;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.reaction.targetrate.TargetRateTunable;
import org.weir.reaction.targetrate.UsedRateLimit;

/** Reader of the {@code reaction} of a flow's sender to feedback. */
public final class ReactionReader {
    /** Kind of a {@link ShareReaction}. */
    public static final String SHARE = "share";

    /** Kind of a {@link TargetRateReaction} with the defaults of {@link MessageDefault}. */
    public static final String MESSAGES = "messages";

    /** Kind of a {@link MixedReaction}: a message first, later a flow that lasts. */
    public static final String MIXED = "mixed";

    /** Kind that agents have by default. */
    public static final String OF_AGENTS = MIXED;

    /** Field that names the kind of a reaction. */
    public static final String KIND = "kind";

    private static final String NONE = "none";
    private static final String PMQECN = "pmqecn";
    private static final String TARGET_RATE = "target-rate";
    private static final double NS_PER_MS = 1e6;
    private static final double US_PER_MS = 1e3;

    /** Fields of the reactions of all kinds but {@code none}. */
    private static final Set<String> COMMON =
            Set.of(
                    KIND,
                    ReactionTunable.START_BPS.fieldName(),
                    ReactionTunable.LEAST_BPS.fieldName(),
                    ReactionTunable.LEAST_RATIO.fieldName());

    private static final Map<String, Set<String>> FIELDS =
            Map.of(
                    NONE,
                    Set.of(KIND),
                    PMQECN,
                    names(ReactionTunable.values(), ReactionTunable::fieldName),
                    TARGET_RATE,
                    names(TargetRateTunable.values(), TargetRateTunable::fieldName),
                    MESSAGES,
                    names(TargetRateTunable.values(), TargetRateTunable::fieldName),
                    SHARE,
                    names(ShareTunable.values(), ShareTunable::fieldName),
                    MIXED,
                    Set.of(
                            KIND,
                            ReactionTunable.START_BPS.fieldName(),
                            ReactionTunable.LEAST_BPS.fieldName(),
                            MixedTunable.LASTING_MS.fieldName(),
                            MixedTunable.LARGE_PART.fieldName(),
                            MESSAGES,
                            SHARE));

    private final JsonField reaction;
    private final boolean isForMessages;
    private final long lineBps;

    private ReactionReader(JsonField reaction, boolean isForMessages, long lineBps) {
        this.reaction = reaction;
        this.isForMessages = isForMessages;
        this.lineBps = lineBps;
    }

    /**
     * The reaction of a flow; without a {@code reaction} that of {@link
     * TargetRateReaction#forLine}.
     *
     * @param flow the flow's fields
     * @param lineBps rate of the sender's line, bit/s
     * @return empty if the sender does nothing
     * @throws org.weir.control.policy.PolicyException if a field is unknown or out of range
     */
    public static Optional<Reaction> read(JsonField flow, long lineBps) {
        Optional<JsonField> field = flow.optional("reaction");
        if (field.isEmpty()) {
            return Optional.of(TargetRateReaction.forLine(lineBps));
        }
        Set<String> all = new HashSet<>();
        FIELDS.values().forEach(all::addAll);
        JsonField kind = field.get().object(all).required(KIND);
        ReactionReader reader =
                new ReactionReader(
                        field.get()
                                .object(
                                        FIELDS.get(
                                                kind.oneOf(
                                                        PMQECN,
                                                        TARGET_RATE,
                                                        MESSAGES,
                                                        SHARE,
                                                        MIXED,
                                                        NONE))),
                        kind.text().equals(MESSAGES),
                        lineBps);
        switch (kind.text()) {
            case NONE:
                return Optional.empty();
            case PMQECN:
                return Optional.of(reader.pmqecn());
            case SHARE:
                return Optional.of(reader.share());
            case MIXED:
                return Optional.of(reader.mixed());
            default:
                return Optional.of(reader.targetRate());
        }
    }

    private static <T> Set<String> names(T[] tunables, Function<T, String> name) {
        Set<String> names = Arrays.stream(tunables).map(name).collect(Collectors.toSet());
        names.addAll(COMMON);
        return names;
    }

    private PmqecnReaction pmqecn() {
        return new PmqecnReaction(
                new Recovery(
                        whole(ReactionTunable.START_BPS),
                        whole(ReactionTunable.LEAST_BPS),
                        whole(ReactionTunable.INCREASE_BPS),
                        (int) whole(ReactionTunable.RECOVERY_CYCLES)),
                (long) NS_PER_MS * whole(ReactionTunable.CYCLE_MS),
                leastRatio());
    }

    private TargetRateReaction targetRate() {
        return new TargetRateReaction(
                whole(ReactionTunable.START_BPS),
                leastBps(),
                leastRatio(),
                number(TargetRateTunable.START_GROWTH),
                number(TargetRateTunable.MARGIN),
                number(TargetRateTunable.TOLERANCE),
                isForMessages
                        ? TargetRateReaction.WINDOW_OF_MESSAGES_PORT
                        : TargetRateReaction.WINDOW_OF_PRESUMED_PORT,
                number(TargetRateTunable.STEP_PART),
                (int) whole(TargetRateTunable.CALM_CYCLES),
                (int) whole(TargetRateTunable.QUIET_CYCLES),
                Math.round(NS_PER_MS * number(TargetRateTunable.CYCLE_MS)),
                Math.max(1, Math.round(US_PER_MS * number(TargetRateTunable.SETTLE_MS))),
                number(TargetRateTunable.DRAIN_PACKETS),
                number(TargetRateTunable.DEPTH_GAIN),
                number(TargetRateTunable.DEPTH_STEP_PART),
                number(TargetRateTunable.PART_EXPONENT),
                number(TargetRateTunable.ARRIVAL_GAIN),
                number(TargetRateTunable.EXCESS_CYCLES),
                new GrowthLimit(
                        number(TargetRateTunable.GROWTH_LIMIT),
                        number(TargetRateTunable.SHORT_QUEUE_GROWTH_LIMIT),
                        number(TargetRateTunable.SHORT_QUEUE_PART)),
                Math.max(1, Math.round(US_PER_MS * number(TargetRateTunable.DEPTH_MS))),
                number(TargetRateTunable.QUIET_GROWTH),
                new UsedRateLimit(
                        number(TargetRateTunable.FIRST_USED_RATIO),
                        number(TargetRateTunable.QUIET_USED_RATIO),
                        number(TargetRateTunable.USED_RATIO)));
    }

    private ShareReaction share() {
        return new ShareReaction(
                whole(ReactionTunable.START_BPS),
                leastBps(),
                leastRatio(),
                number(ShareTunable.GAIN),
                number(ShareTunable.OVERLOAD),
                number(ShareTunable.OVERLOAD_LIMIT),
                number(ShareTunable.SMOOTHING),
                number(ShareTunable.GROWTH),
                number(ShareTunable.CATCH_UP),
                number(ShareTunable.RESERVE),
                (int) number(ShareTunable.QUIET_CYCLES),
                Math.round(NS_PER_MS * number(ShareTunable.CYCLE_MS)),
                Math.max(1, Math.round(US_PER_MS * number(ShareTunable.SETTLE_MS))));
    }

    private MixedReaction mixed() {
        whole(ReactionTunable.START_BPS);
        leastBps();
        return new MixedReaction(
                part(MESSAGES).targetRate(),
                part(SHARE).share(),
                Math.round(NS_PER_MS * number(MixedTunable.LASTING_MS)),
                number(MixedTunable.LARGE_PART));
    }

    /** Reader of the object with the tunables of one part, which has this one's rates. */
    private ReactionReader part(String kind) {
        Set<String> fields = new HashSet<>(FIELDS.get(kind));
        fields.removeAll(FIELDS.get(MIXED));
        ObjectNode tunables = JsonNodeFactory.instance.objectNode();
        JsonField given = reaction.child(kind);
        reaction.optional(kind)
                .ifPresent(field -> tunables.setAll((ObjectNode) field.object(fields).node()));
        for (ReactionTunable rate : List.of(ReactionTunable.START_BPS, ReactionTunable.LEAST_BPS)) {
            reaction.optional(rate.fieldName())
                    .ifPresent(field -> tunables.set(rate.fieldName(), field.node()));
        }
        return new ReactionReader(given.with(tunables), kind.equals(MESSAGES), lineBps);
    }

    private double leastBps() {
        ReactionTunable least = ReactionTunable.LEAST_BPS;
        return reaction.optional(least.fieldName())
                .map(field -> (double) field.integer((long) least.min(), (long) least.max()))
                .orElse(TargetRateReaction.LEAST_OF_PORT);
    }

    private double leastRatio() {
        ReactionTunable ratio = ReactionTunable.LEAST_RATIO;
        double normal = isForMessages ? MessageDefault.LEAST_RATIO : ratio.defaultValue(lineBps);
        return reaction.numberOr(ratio.fieldName(), ratio.min(), ratio.max(), normal);
    }

    private long whole(ReactionTunable one) {
        return reaction.integerOr(
                one.fieldName(),
                (long) one.min(),
                (long) one.max(),
                (long) one.defaultValue(lineBps));
    }

    private long whole(TargetRateTunable one) {
        return reaction.integerOr(
                one.fieldName(), (long) one.min(), (long) one.max(), (long) normal(one));
    }

    private double number(MixedTunable one) {
        return reaction.numberOr(one.fieldName(), one.min(), one.max(), one.defaultValue());
    }

    private double number(ShareTunable one) {
        return reaction.numberOr(one.fieldName(), one.min(), one.max(), one.defaultValue(lineBps));
    }

    private double number(TargetRateTunable one) {
        return reaction.numberOr(one.fieldName(), one.min(), one.max(), normal(one));
    }

    private double normal(TargetRateTunable one) {
        return isForMessages ? MessageDefault.of(one, lineBps) : one.defaultValue(lineBps);
    }
}
