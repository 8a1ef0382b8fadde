// SPDX-License-Identifier: Apache-2.0
package org.weir.control.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * A type of scheduler that is configured separately from the switch program. It reads the fields
 * under {@code devices / DEVICE / weir} of ONOS's network configuration that give the address of
 * such a scheduler. One object per type.
 */
public interface SchedulerType {

    /** Field of the server's address, such as {@code bfrt}. */
    String addressField();

    /** Name of the server for messages, without an article, such as {@code BF Runtime server}. */
    String serverName();

    /** All fields, {@link #addressField} among them; no other type has a field of the same name. */
    Set<String> fields();

    /**
     * Reads and checks the fields.
     *
     * @param node JSON object with these fields and no other
     * @param source origin of the object, for messages
     * @return the address in these fields
     * @throws org.weir.control.policy.PolicyException with {@code SOURCE: FIELD.PATH: rule} if a
     *     rule is broken
     */
    SchedulerAccess read(JsonNode node, String source);
}
