// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Format of a policy's JSON: a number, which the policy states in its field {@code version}, and
 * the steps that translate a policy from one format to the next. A policy without the field has
 * format 1.
 *
 * <p>Example: format 1 has {@code tunables.packetBytes}, format 2 {@code
 * tunables.usualPacketBytes}.
 */
public final class PolicyFormat {
    /** Field of the policy that states its format. */
    public static final String FIELD = "version";

    /** Format of a policy without the field. */
    public static final int FIRST = 1;

    /** Steps, the first one from format 1 to 2. */
    private static final List<Step> STEPS = List.of(PolicyFormat::renamePacketBytes);

    /** Format that the reader reads; that of a policy after all steps. */
    public static final int PRESENT = FIRST + STEPS.size();

    /** Change of a policy from its format to the next one. */
    @FunctionalInterface
    private interface Step {
        /**
         * Changes the policy.
         *
         * @param policy the policy, of which fields may have wrong types
         * @param source origin of the policy, for messages
         * @throws PolicyException if the policy cannot be changed
         */
        void apply(ObjectNode policy, String source);
    }

    private PolicyFormat() {}

    /**
     * The policy in the present format.
     *
     * @param policy the policy in any known format; it stays as it is
     * @param source origin of the policy, for messages
     * @return the policy itself if it has the present format or is no object, else a changed copy
     * @throws PolicyException if its format is not known; it names the field {@code version}
     */
    public static JsonNode migrate(JsonNode policy, String source) {
        if (policy == null || !policy.isObject()) {
            return policy;
        }
        long format = formatOf(policy, source);
        if (format == PRESENT) {
            return policy;
        }
        ObjectNode migrated = policy.deepCopy();
        for (long i = format; i < PRESENT; i++) {
            STEPS.get((int) (i - FIRST)).apply(migrated, source);
        }
        return migrated.put(FIELD, PRESENT);
    }

    /**
     * The policy in the present format, for comparison and display.
     *
     * @param policy the policy; it stays as it is
     * @return the policy itself if it has the present format, or if its format is not known
     */
    public static JsonNode present(JsonNode policy) {
        try {
            return migrate(policy, "");
        } catch (PolicyException e) {
            return policy;
        }
    }

    private static long formatOf(JsonNode policy, String source) {
        if (!policy.has(FIELD)) {
            return FIRST;
        }
        JsonField field = new JsonField(source, FIELD, policy.get(FIELD));
        long format = field.integer(FIRST, Long.MAX_VALUE);
        if (format > PRESENT) {
            throw new PolicyException(
                    source,
                    FIELD,
                    "is " + format + "; this Weir reads policies of version 1 to " + PRESENT);
        }
        return format;
    }

    /** Format 1 to 2: a tunable got the name that experiments do not use for a parameter. */
    private static void renamePacketBytes(ObjectNode policy, String source) {
        JsonNode tunables = policy.path("tunables");
        if (!tunables.has("packetBytes")) {
            return;
        }
        if (tunables.has("usualPacketBytes")) {
            throw new PolicyException(
                    source,
                    "tunables.packetBytes",
                    "is the former name of usualPacketBytes, which is there, too");
        }
        ObjectNode values = (ObjectNode) tunables;
        values.set("usualPacketBytes", values.remove("packetBytes"));
    }
}
