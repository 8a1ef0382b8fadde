// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.attached.AttachedTable;
import org.weir.tofino.model.attached.StatefulTable;
import org.weir.tofino.model.hash.HashDistribution;
import org.weir.tofino.model.phv.PhvNames;

/**
 * Reader of actions: the objects that names in an action's text can stand for.
 *
 * @param bus the action bus, as far as this table uses it
 * @param hashDistributions by unit
 * @param attached counters and stateful ALUs of the stage
 */
public record ActionReader(
        PhvNames names,
        int stage,
        ActionData data,
        ActionBus bus,
        Map<Integer, HashDistribution> hashDistributions,
        Map<String, AttachedTable> attached) {

    HashDistribution hashDistribution(int line, int unit) {
        HashDistribution distribution = hashDistributions.get(unit);
        if (distribution == null) {
            throw new AssemblyException(line, "no hash_dist " + unit);
        }
        return distribution;
    }

    boolean isStateful(String name) {
        return attached.get(name) instanceof StatefulTable;
    }
}
