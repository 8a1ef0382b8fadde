// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdminService;
import org.onosproject.net.driver.DriverProvider;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.Platforms;

/** Registers Weir's pipelines with ONOS, those whose programs this build has. */
public final class Pipelines {

    private static final Logger LOG = LoggerFactory.getLogger(Pipelines.class);

    /** Between the name of a driver and the pipeconf that ONOS has merged into it. */
    private static final String MERGED = ":";

    private final PiPipeconfService service;
    private final DriverAdminService drivers;
    private final Pipeconfs pipeconfs;
    private final Map<Platform, PiPipelineModel> models = new ConcurrentHashMap<>();

    /**
     * Pipelines that are not registered yet.
     *
     * @param service ONOS's pipelines
     * @param drivers ONOS's drivers
     * @param pipeconfs Weir's programs
     */
    public Pipelines(PiPipeconfService service, DriverAdminService drivers, Pipeconfs pipeconfs) {
        this.service = service;
        this.drivers = drivers;
        this.pipeconfs = pipeconfs;
    }

    /** Registers every pipeline whose program is packed. */
    public void register() {
        for (Platform platform : Platforms.all()) {
            if (!pipeconfs.isPacked(platform)) {
                LOG.info("{}: not in this build", platform.pipeconf());
                continue;
            }
            // One that is registered already is of a bundle that has been replaced since.
            unregister(platform.pipeconf());
            PiPipeconf pipeconf = pipeconfs.build(platform);
            models.put(platform, pipeconf.pipelineModel());
            service.register(pipeconf);
            forgetMergedDrivers(platform.pipeconf());
        }
    }

    /**
     * Takes away the drivers into which ONOS has merged an earlier registration of a pipeconf. ONOS
     * would use them for ever, with the classes of a bundle that has been replaced since. It merges
     * anew when a switch needs a driver.
     */
    private void forgetMergedDrivers(PiPipeconfId id) {
        for (DriverProvider provider : List.copyOf(drivers.getProviders())) {
            Set<Driver> own = provider.getDrivers();
            if (!own.isEmpty()
                    && own.stream().allMatch(driver -> driver.name().endsWith(MERGED + id.id()))) {
                LOG.info("{}: a driver of an earlier installation is taken away", id);
                drivers.unregisterProvider(provider);
            }
        }
    }

    /**
     * Whether a program has a table.
     *
     * @param platform platform that it was compiled for
     * @param table the table
     * @return whether it is registered and has it
     */
    public boolean hasTable(Platform platform, PiTableId table) {
        PiPipelineModel model = models.get(platform);
        return model != null && model.table(table).isPresent();
    }

    /**
     * True if a program counts what the entries of a table match.
     *
     * @param platform platform that it was compiled for
     * @param table the table
     * @return whether it is registered, and the table has a counter for each entry
     */
    public boolean counts(Platform platform, PiTableId table) {
        PiPipelineModel model = models.get(platform);
        return model != null
                && model.table(table).filter(one -> !one.counters().isEmpty()).isPresent();
    }

    /** Returns true if a program's classifier matches VLAN tags; if not, it drops such packets. */
    public boolean readsTags(Platform platform) {
        PiPipelineModel model = models.get(platform);
        return model != null
                && model.table(P4Names.TABLE_IPV4_CLASSES)
                        .flatMap(table -> table.matchField(P4Names.FIELD_HAS_VLAN_TAG))
                        .isPresent();
    }

    /** Takes all of them away again. */
    public void unregister() {
        for (Platform platform : Platforms.all()) {
            unregister(platform.pipeconf());
        }
    }

    private void unregister(PiPipeconfId id) {
        if (service.getPipeconf(id).isPresent()) {
            service.unregister(id);
        }
    }
}
