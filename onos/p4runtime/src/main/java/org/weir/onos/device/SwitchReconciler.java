// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.onosproject.drivers.p4runtime.mirror.P4RuntimeDefaultEntryMirror;
import org.onosproject.drivers.p4runtime.mirror.P4RuntimePreEntryMirror;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleOperationsContext;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiTableModel;
import org.onosproject.net.pi.runtime.PiPreEntry;
import org.onosproject.net.pi.runtime.PiPreEntryHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTableEntryHandle;
import org.onosproject.net.pi.service.PiFlowRuleTranslator;
import org.onosproject.net.pi.service.PiReplicationGroupTranslator;
import org.onosproject.net.pi.service.PiTranslatedEntity;
import org.onosproject.net.pi.service.PiTranslationException;
import org.onosproject.net.pi.service.PiTranslationService;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes ONOS and a switch agree before the switch counts as available.
 *
 * <p>After a restart of ONOS the entries in the switch are recognised as the rules they came from,
 * so nothing is written and traffic goes on. After a restart of the switch the rules that ONOS
 * holds are written again. Only then do ONOS's own checks, which delete what they do not know, get
 * to see the switch.
 */
@Component(immediate = true, service = SwitchReconciler.class)
public class SwitchReconciler {

    private static final long APPLY_TIMEOUT_SECONDS = 10;

    private final Logger log = LoggerFactory.getLogger(getClass());

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected FlowRuleService flowRuleService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected GroupService groupService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected PiTranslationService translationService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected IndexedTableMirror tableMirror;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected P4RuntimeDefaultEntryMirror defaultEntryMirror;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected P4RuntimePreEntryMirror replicationMirror;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected FlowRuleRecord record;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected FlowTableGate gate;

    /**
     * Reads a switch and brings its tables and ONOS's flow rules together.
     *
     * @param deviceId the switch, of which this ONOS is master, with its pipeline set
     * @param p4DeviceId P4Runtime's number of the switch
     * @param client the client to the switch
     * @param pipeconf the switch's pipeline
     * @return whether the switch could be read; if not, it must not be made available
     */
    boolean reconcile(
            DeviceId deviceId, long p4DeviceId, P4RuntimeClient client, PiPipeconf pipeconf) {
        Optional<Findings> findings =
                gate.looking(deviceId, () -> look(deviceId, p4DeviceId, client, pipeconf));
        if (findings.isEmpty()) {
            return false;
        }
        takeOverReplication(deviceId, p4DeviceId, client, pipeconf);
        gate.open(deviceId);
        return applyRules(deviceId, findings.get());
    }

    /** Entries that a switch has, and the rules that it should have. */
    private static final class Findings {
        final Set<PiTableEntryHandle> inSwitch = new HashSet<>();
        final Map<PiTableEntryHandle, FlowRule> wanted = new HashMap<>();
    }

    private Optional<Findings> look(
            DeviceId deviceId, long p4DeviceId, P4RuntimeClient client, PiPipeconf pipeconf) {
        ReadResponse tables = readTables(client.read(p4DeviceId, pipeconf), pipeconf);
        if (!tables.isSuccess()) {
            log.warn("{}: cannot read its tables: {}", deviceId, tables.explanation());
            return Optional.empty();
        }
        Set<PiTableEntry> inSwitch = new LinkedHashSet<>(tables.all(PiTableEntry.class));
        Findings findings = new Findings();
        inSwitch.forEach(entry -> findings.inSwitch.add(entry.handle(deviceId)));
        findings.wanted.putAll(wantedRules(deviceId, pipeconf));
        // Another instance of ONOS may have written to the switch.
        tableMirror.forget(deviceId);
        tableMirror.sync(deviceId, inSwitch);
        learnDefaults(deviceId, inSwitch, findings.wanted);
        return Optional.of(findings);
    }

    private static ReadResponse readTables(ReadRequest request, PiPipeconf pipeconf) {
        for (PiTableModel table : pipeconf.pipelineModel().tables()) {
            if (!table.isConstantTable()) {
                request.tableEntries(table.id());
                if (table.constDefaultAction().isEmpty()) {
                    request.defaultTableEntry(table.id());
                }
            }
        }
        return request.submitSync();
    }

    /** Rules of this run and of earlier ones by the entry they become; this run's win. */
    private Map<PiTableEntryHandle, FlowRule> wantedRules(DeviceId deviceId, PiPipeconf pipeconf) {
        List<FlowRule> rules = new ArrayList<>(record.rules(deviceId));
        for (FlowEntry entry : flowRuleService.getFlowEntries(deviceId)) {
            if (entry.state() == FlowEntry.FlowEntryState.ADDED
                    || entry.state() == FlowEntry.FlowEntryState.PENDING_ADD) {
                rules.add(entry);
            }
        }
        PiFlowRuleTranslator translator = translationService.flowRuleTranslator();
        Map<PiTableEntryHandle, FlowRule> byHandle = new HashMap<>();
        for (FlowRule rule : rules) {
            try {
                PiTableEntry entry = translator.translate(rule, pipeconf);
                byHandle.put(entry.handle(deviceId), rule);
            } catch (PiTranslationException e) {
                log.warn("{}: cannot take over {}: {}", deviceId, rule, e.getMessage());
            }
        }
        return byHandle;
    }

    /** A default entry that no rule stands for is the program's own, to return to later. */
    private void learnDefaults(
            DeviceId deviceId,
            Collection<PiTableEntry> inSwitch,
            Map<PiTableEntryHandle, FlowRule> wanted) {
        for (PiTableEntry entry : inSwitch) {
            PiTableEntryHandle handle = entry.handle(deviceId);
            if (entry.isDefaultAction()
                    && !wanted.containsKey(handle)
                    && defaultEntryMirror.get(handle) == null) {
                defaultEntryMirror.put(handle, entry);
            }
        }
    }

    private boolean applyRules(DeviceId deviceId, Findings findings) {
        if (findings.wanted.isEmpty()) {
            return true;
        }
        FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
        findings.wanted.values().forEach(operations::add);
        long known = findings.wanted.keySet().stream().filter(findings.inSwitch::contains).count();
        log.info(
                "{}: {} entries taken over, {} written again",
                deviceId,
                known,
                findings.wanted.size() - known);
        return await(deviceId, operations);
    }

    private boolean await(DeviceId deviceId, FlowRuleOperations.Builder operations) {
        CompletableFuture<Set<FlowRule>> done = new CompletableFuture<>();
        flowRuleService.apply(
                operations.build(
                        new FlowRuleOperationsContext() {
                            @Override
                            public void onSuccess(FlowRuleOperations ops) {
                                done.complete(Set.of());
                            }

                            @Override
                            public void onError(FlowRuleOperations failed) {
                                Set<FlowRule> rules = new LinkedHashSet<>();
                                failed.stages()
                                        .forEach(
                                                stage -> stage.forEach(op -> rules.add(op.rule())));
                                done.complete(rules);
                            }
                        }));
        try {
            Set<FlowRule> failed = done.get(APPLY_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (!failed.isEmpty()) {
                // ONOS tries them again by itself; the others should not wait for them.
                log.warn("{}: {} rules failed: {}", deviceId, failed.size(), failed);
            }
            return true;
        } catch (TimeoutException e) {
            log.warn("{}: rules not applied within {} s", deviceId, APPLY_TIMEOUT_SECONDS);
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Groups outlive ONOS in its store, but not what the driver knows of them. */
    private void takeOverReplication(
            DeviceId deviceId, long p4DeviceId, P4RuntimeClient client, PiPipeconf pipeconf) {
        PiReplicationGroupTranslator translator = translationService.replicationGroupTranslator();
        for (Group group : groupService.getGroups(deviceId)) {
            if (group.type() != GroupDescription.Type.CLONE
                    && group.type() != GroupDescription.Type.ALL) {
                continue;
            }
            try {
                PiPreEntry entry = translator.translate(group, pipeconf);
                PiPreEntryHandle handle = (PiPreEntryHandle) entry.handle(deviceId);
                boolean same =
                        client
                                .read(p4DeviceId, pipeconf)
                                .handle(handle)
                                .submitSync()
                                .all(PiPreEntry.class)
                                .stream()
                                .anyMatch(found -> Objects.equals(found, entry));
                if (same) {
                    replicationMirror.put(handle, entry);
                    translator.learn(handle, new PiTranslatedEntity<>(group, entry, handle));
                }
            } catch (PiTranslationException e) {
                log.warn("{}: cannot take over {}: {}", deviceId, group, e.getMessage());
            }
        }
    }
}
