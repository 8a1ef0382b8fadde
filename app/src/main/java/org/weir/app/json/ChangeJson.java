// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.ANY;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.OBJECT;
import static org.weir.app.shape.JsonType.STRING;

import java.util.function.Function;
import org.weir.app.change.Canary;
import org.weir.app.change.Difference;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;
import org.weir.app.shape.JsonShape;
import org.weir.app.shape.JsonType;
import org.weir.control.PortId;

/** Versions of the policy, and plans, as JSON. */
public final class ChangeJson {

    /** One field in which two policies differ. */
    public static final JsonShape<Difference> DIFFERENCE =
            JsonShape.<Difference>named("Difference")
                    .field(
                            "path",
                            STRING.example("classes[voice].targets.delayMs"),
                            "Field in which the two policies differ. An element of a list has its"
                                    + " name, or its index from 0 if it has no name.",
                            Difference::path)
                    .field(
                            "before",
                            ANY,
                            "Its value before; null if it had none.",
                            Difference::before)
                    .field("after", ANY, "Its value after; null if it has none.", Difference::after)
                    .end();

    /** A version without its policy. */
    public static final JsonShape<PolicyVersion> VERSION =
            ChangeJson.<PolicyVersion>version("PolicyVersion", version -> version).end();

    /** A version with its policy. */
    public static final JsonShape<VersionStep> VERSION_DETAIL =
            ChangeJson.version("PolicyVersionDetail", VersionStep::version)
                    .field(
                            "differences",
                            DIFFERENCE.type().list(),
                            "Fields in which it differs from the previous version; all fields if"
                                    + " the previous version is no longer stored.",
                            VersionStep::differences)
                    .field(
                            "migration",
                            DIFFERENCE.type().list(),
                            "Fields that differ between the policy as it came, in a former format"
                                    + " (field version of the policy), and as it is read; empty if"
                                    + " it came in the present format.",
                            VersionStep::migration)
                    .field(
                            "policy",
                            OBJECT,
                            "The policy in the present format.",
                            VersionStep::policy)
                    .end();

    /** One port of a canary. */
    public static final JsonShape<PortId> CANARY_PORT =
            JsonShape.<PortId>named("CanaryPort")
                    .field("device", STRING, "ONOS device id.", PortId::device)
                    .field("port", INTEGER.atLeast(1), "Port number.", PortId::port)
                    .end();

    /** The ports at which a plan is in force first. */
    public static final JsonShape<Canary> CANARY =
            JsonShape.<Canary>named("Canary")
                    .field(
                            "ports",
                            CANARY_PORT.type().list(),
                            "Ports that got the plan's policy before the others.",
                            Canary::ports)
                    .field(
                            "timeMs",
                            INTEGER,
                            "Time at which it began, ms since 1970.",
                            Canary::timeMs)
                    .field("who", STRING, "User who began it.", Canary::who)
                    .end();

    /** A plan without its policy and its ports. */
    public static final JsonShape<Plan> PLAN_SUMMARY = plan("PlanSummary").end();

    /** A plan. */
    public static final JsonShape<Plan> PLAN =
            plan("Plan")
                    .field(
                            "differences",
                            DIFFERENCE.type().list(),
                            "Fields in which the planned policy differs from the policy then in"
                                    + " force.",
                            Plan::differences)
                    .field(
                            "ports",
                            JsonType.written("PlannedPort").list(),
                            "Ports under control of the node that made the plan, as they would be.",
                            Plan::ports)
                    .field(
                            "portsNotPlanned",
                            INTEGER.atLeast(0),
                            "Number of ports under control of other nodes of the cluster, which the"
                                    + " plan does not judge.",
                            Plan::portsNotPlanned)
                    .field(
                            "simulation",
                            JsonType.written("Simulation").orNull(),
                            "Result of ./weir plan; null if the plan was not simulated.",
                            Plan::simulation)
                    .field("policy", OBJECT, "The planned policy.", Plan::policy)
                    .end();

    private ChangeJson() {}

    private static <T> JsonShape.Builder<T> version(String name, Function<T, PolicyVersion> of) {
        return JsonShape.<T>named(name)
                .field("version", INTEGER.atLeast(1), "Number.", one -> of.apply(one).version())
                .field(
                        "timeMs",
                        INTEGER,
                        "Time at which it was accepted, ms since 1970.",
                        one -> of.apply(one).timeMs())
                .field("who", STRING, "User who put it in force.", one -> of.apply(one).who())
                .field(
                        "via",
                        STRING.oneOf("REST", "shell", "netcfg", "guard"),
                        "Interface by which it came; guard: the guard rolled a plan back.",
                        one -> of.apply(one).via())
                .field("what", STRING, "What was done, in short.", one -> of.apply(one).what());
    }

    private static JsonShape.Builder<Plan> plan(String name) {
        return JsonShape.<Plan>named(name)
                .field("plan", INTEGER.atLeast(1), "Number.", Plan::number)
                .field(
                        "basedOn",
                        INTEGER,
                        "Version of the policy that was in force when the plan was made.",
                        Plan::basedOn)
                .field("timeMs", INTEGER, "Time at which it was made, ms since 1970.", Plan::timeMs)
                .field("who", STRING, "User who made it.", Plan::who)
                .field(
                        "state",
                        STRING.oneOf("open", "canary", "guarded", "applied", "rolled-back"),
                        "open: not applied; canary: in force at some ports; guarded: in force and"
                                + " watched; applied: in force; rolled-back: the guard restored"
                                + " the previous version, or the canary was ended.",
                        plan -> plan.state().word())
                .field(
                        "note",
                        STRING,
                        "Note on the state, such as the guard's reason for a rollback; empty if"
                                + " none.",
                        Plan::note)
                .field(
                        "appliedAs",
                        INTEGER.orNull(),
                        "Version of the policy that it became; null while it is open or a canary.",
                        Plan::appliedAs)
                .field(
                        "guardedUntilMs",
                        INTEGER.orNull(),
                        "End of the guard's watch, ms since 1970; null without a guard.",
                        Plan::guardedUntilMs)
                .field(
                        "canary",
                        CANARY.type().orNull(),
                        "The ports at which the plan was put into force first; null without a"
                                + " canary.",
                        Plan::canary);
    }
}
