// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;

/** The scheduler in a Tofino's traffic manager, which BF Runtime reaches. */
public final class TofinoSchedulerType implements SchedulerType {

    /** The type. */
    public static final SchedulerType BF_RUNTIME = new TofinoSchedulerType();

    private TofinoSchedulerType() {}

    @Override
    public String addressField() {
        return SwitchAccess.BFRT;
    }

    @Override
    public String serverName() {
        return "BF Runtime server";
    }

    @Override
    public Set<String> fields() {
        return Set.of(SwitchAccess.BFRT, SwitchAccess.DEV_PORTS);
    }

    @Override
    public SchedulerAccess read(JsonNode node, String source) {
        return SwitchAccess.read(node, source);
    }
}
