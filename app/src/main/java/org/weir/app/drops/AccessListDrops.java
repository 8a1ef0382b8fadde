// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleListener;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.flow.IndexTableId;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiTableAction;
import org.weir.pipelines.P4Names;

/**
 * Packets that the entries of the access list with the action drop have counted, of all
 * applications. ONOS reads the counters; this class follows its events, since to go through all
 * rules of a switch takes long where it has thousands. It goes through them once a minute: ONOS
 * posts no event for rules that go with their switch.
 */
final class AccessListDrops {

    /** The access list is the table that ONOS's applications know as number 0. */
    private static final IndexTableId ACL_INDEX = IndexTableId.of(0);

    private static final long SCAN_NS = TimeUnit.SECONDS.toNanos(60);

    private final FlowRuleService flowRules;
    private final LongSupplier clockNs;
    private final FlowRuleListener listener = this::changed;

    /** Counts of the access lists' entries, by switch; guarded by this. */
    private final Map<DeviceId, Counts> counts = new HashMap<>();

    private static final class Counts {
        final long scannedNs;
        final Map<FlowId, Long> packets = new HashMap<>();

        Counts(long scannedNs) {
            this.scannedNs = scannedNs;
        }
    }

    /**
     * Counts of no switch yet.
     *
     * @param flowRules the rules of all applications
     * @param clockNs clock, ns
     */
    AccessListDrops(FlowRuleService flowRules, LongSupplier clockNs) {
        this.flowRules = flowRules;
        this.clockNs = clockNs;
    }

    void start() {
        flowRules.addListener(listener);
    }

    void stop() {
        flowRules.removeListener(listener);
    }

    /**
     * The counts of a switch.
     *
     * @param device switch
     * @return packets by rule; a copy
     */
    synchronized Map<FlowId, Long> packets(DeviceId device) {
        Counts known = counts.get(device);
        long nowNs = clockNs.getAsLong();
        if (known == null || nowNs - known.scannedNs >= SCAN_NS) {
            known = new Counts(nowNs);
            for (FlowEntry entry : flowRules.getFlowEntries(device)) {
                if (inAccessList(entry) && drops(entry)) {
                    known.packets.put(entry.id(), entry.packets());
                }
            }
            counts.put(device, known);
        }
        return new HashMap<>(known.packets);
    }

    private void changed(FlowRuleEvent event) {
        FlowRule rule = event.subject();
        if (!inAccessList(rule) || !drops(rule)) {
            return;
        }
        synchronized (this) {
            Counts known = counts.get(rule.deviceId());
            if (known == null) {
                return;
            }
            if (event.type() == FlowRuleEvent.Type.RULE_REMOVED) {
                known.packets.remove(rule.id());
            } else if (rule instanceof FlowEntry) {
                known.packets.put(rule.id(), ((FlowEntry) rule).packets());
            }
        }
    }

    private static boolean inAccessList(FlowRule rule) {
        return rule.table().equals(P4Names.TABLE_ACL) || rule.table().equals(ACL_INDEX);
    }

    /**
     * True for a rule that drops packets. As in the interpreter, a rule without instructions does.
     */
    private static boolean drops(FlowRule rule) {
        List<Instruction> instructions = rule.treatment().allInstructions();
        if (instructions.isEmpty() || instructions.get(0).type() == Instruction.Type.NOACTION) {
            return true;
        }
        if (!(instructions.get(0) instanceof PiInstruction)) {
            return false;
        }
        PiTableAction action = ((PiInstruction) instructions.get(0)).action();
        return action instanceof PiAction
                && ((PiAction) action).id().equals(P4Names.ACTION_ACL_DROP);
    }
}
