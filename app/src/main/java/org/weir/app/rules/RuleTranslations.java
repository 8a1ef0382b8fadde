// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTableEntryHandle;
import org.onosproject.net.pi.service.PiFlowRuleTranslator;
import org.onosproject.net.pi.service.PiTranslatedEntity;
import org.onosproject.net.pi.service.PiTranslationException;
import org.onosproject.net.pi.service.PiTranslationService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names the rules of each entry to ONOS before a switch is in use. ONOS keeps this relation in
 * memory. After a restart its own driver for P4Runtime deletes each entry without it at the first
 * look into the switch. Asking for the rules again would name them too, but takes effect only when
 * this instance is the master, which is often too late.
 */
public final class RuleTranslations {

    private static final Logger LOG = LoggerFactory.getLogger(RuleTranslations.class);

    /** Longest time that one switch takes, ns: events of all switches wait meanwhile. */
    static final long MOST_NS = 1_000_000_000;

    /** Longest time of all switches together, ns: in a large fabric the later ones get none. */
    static final long MOST_TOTAL_NS = 5_000_000_000L;

    private final PiTranslationService service;
    private final Function<DeviceId, Optional<PiPipeconf>> pipeconfs;
    private final LongSupplier clockNs;
    private long spentNs;

    /**
     * Translations of ONOS.
     *
     * @param service ONOS's translation of rules to entries
     * @param pipeconfs the pipeconf of a switch, as far as it is registered
     * @param clockNs monotonic time, ns
     */
    public RuleTranslations(
            PiTranslationService service,
            Function<DeviceId, Optional<PiPipeconf>> pipeconfs,
            LongSupplier clockNs) {
        this.service = service;
        this.pipeconfs = pipeconfs;
        this.clockNs = clockNs;
    }

    /**
     * Names rules whose entries ONOS does not know. Routes come first: after a second, or five
     * seconds for all switches since the start, the others are left out.
     *
     * @param device switch that ONOS knows already
     * @param rules rules of the switch
     * @return number of rules named
     */
    public synchronized int learn(DeviceId device, Collection<FlowRule> rules) {
        Optional<PiPipeconf> pipeconf = pipeconfs.apply(device);
        if (rules.isEmpty() || pipeconf.isEmpty()) {
            return 0;
        }
        long startNs = clockNs.getAsLong();
        List<FlowRule> inOrder = new ArrayList<>(rules);
        inOrder.sort(Comparator.comparing(rule -> !isRoute(rule)));
        long mostNs = Math.min(MOST_NS, MOST_TOTAL_NS - spentNs);
        int learned = 0;
        for (FlowRule rule : inOrder) {
            if (clockNs.getAsLong() - startNs > mostNs) {
                LOG.warn("{}: not all of {} rules named in time", device, rules.size());
                break;
            }
            learned += learn(device, rule, pipeconf.get()) ? 1 : 0;
        }
        spentNs += clockNs.getAsLong() - startNs;
        return learned;
    }

    private boolean learn(DeviceId device, FlowRule rule, PiPipeconf pipeconf) {
        PiFlowRuleTranslator translator = service.flowRuleTranslator();
        try {
            PiTableEntry entry = translator.translate(rule, pipeconf);
            PiTableEntryHandle handle = entry.handle(device);
            if (translator.lookup(handle).isPresent()) {
                return false;
            }
            translator.learn(handle, new PiTranslatedEntity<>(rule, entry, handle));
            return true;
        } catch (PiTranslationException e) {
            // A rule of another version of the program: it is replaced later.
            LOG.debug("{}: {}", device, e.getMessage());
            return false;
        }
    }

    private static boolean isRoute(FlowRule rule) {
        return RouteRules.destination(rule).isPresent() || RouteRules.group(rule).isPresent();
    }
}
