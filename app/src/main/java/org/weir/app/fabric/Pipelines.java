// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.scheduling.BfRuntimeScheduling;
import org.weir.app.scheduling.ProgramScheduling;
import org.weir.app.scheduling.QueueScheduling;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.SwitchTarget;

/** Registers Weir's pipelines with ONOS, those whose programs this build has. */
public final class Pipelines {

    private static final Logger LOG = LoggerFactory.getLogger(Pipelines.class);

    private static final Map<SwitchTarget, Class<? extends QueueScheduling>> SCHEDULING =
            Map.of(
                    SwitchTarget.BMV2, ProgramScheduling.class,
                    SwitchTarget.TOFINO, BfRuntimeScheduling.class,
                    SwitchTarget.TOFINO2, BfRuntimeScheduling.class);

    private final PiPipeconfService service;
    private final Pipeconfs pipeconfs;
    private final Map<SwitchTarget, PiPipelineModel> models = new ConcurrentHashMap<>();

    /**
     * Pipelines that are not registered yet.
     *
     * @param service ONOS's pipelines
     * @param pipeconfs Weir's programs
     */
    public Pipelines(PiPipeconfService service, Pipeconfs pipeconfs) {
        this.service = service;
        this.pipeconfs = pipeconfs;
    }

    /** Registers every pipeline whose program is packed. */
    public void register() {
        for (SwitchTarget target : SwitchTarget.values()) {
            if (!pipeconfs.isPacked(target)) {
                LOG.info("{}: not in this build", target.pipeconf());
                continue;
            }
            // One that is registered already is of a bundle that has been replaced since.
            unregister(target.pipeconf());
            Map<Class<? extends Behaviour>, Class<? extends Behaviour>> behaviours =
                    Map.of(QueueScheduling.class, SCHEDULING.get(target));
            PiPipeconf pipeconf = pipeconfs.build(target, behaviours);
            models.put(target, pipeconf.pipelineModel());
            service.register(pipeconf);
        }
    }

    /**
     * Whether a program has a table.
     *
     * @param target what it was compiled for
     * @param table the table
     * @return whether it is registered and has it
     */
    public boolean hasTable(SwitchTarget target, PiTableId table) {
        PiPipelineModel model = models.get(target);
        return model != null && model.table(table).isPresent();
    }

    /** Takes all of them away again. */
    public void unregister() {
        for (SwitchTarget target : SwitchTarget.values()) {
            unregister(target.pipeconf());
        }
    }

    private void unregister(PiPipeconfId id) {
        if (service.getPipeconf(id).isPresent()) {
            service.unregister(id);
        }
    }
}
