// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.ws.rs.core.Application;
import org.onlab.osgi.DefaultServiceDirectory;
import org.weir.app.WeirService;
import org.weir.app.rest.access.RoleFilter;
import org.weir.app.rest.access.SiteFilter;
import org.weir.app.rest.problem.ProblemMapper;

/**
 * The REST API under {@code /onos/weir/v1}. It does not extend ONOS's own base application, because
 * that brings mappers whose bodies are not problem documents; ONOS's rule of who may change things
 * (roles admin and viewer) and who may look (role viewer) is ONOS's own filter; {@link RoleFilter}
 * adds a role for agents, and {@link SiteFilter} refuses changes that another site's page asks for.
 */
public final class WeirRestApplication extends Application {

    private final Supplier<WeirService> weir;

    /** The API over the service that runs in this ONOS; a servlet container starts it by this. */
    public WeirRestApplication() {
        this(() -> DefaultServiceDirectory.getService(WeirService.class));
    }

    /**
     * The API over a given service.
     *
     * @param weir gives the service, asked anew for each request because it comes and goes
     */
    WeirRestApplication(Supplier<WeirService> weir) {
        this.weir = weir;
    }

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(
                SiteFilter.class,
                RoleFilter.class,
                ProblemMapper.class,
                PortsResource.class,
                QueuesResource.class,
                SettingsResource.class,
                ClassesResource.class,
                ClassifiersResource.class,
                PolicyResource.class,
                PolicyVersionsResource.class,
                PlansResource.class,
                AlertsResource.class,
                AgentsResource.class,
                DevicesResource.class,
                EventsResource.class,
                FlowsResource.class,
                FreezeResource.class,
                HostsResource.class,
                LoopResource.class,
                MetricsResource.class,
                NodesResource.class,
                OpenApiResource.class,
                RoutesResource.class,
                SolveResource.class,
                WebhooksResource.class);
    }

    @Override
    public Map<String, Object> getProperties() {
        return Map.of(WeirResource.SERVICE, weir);
    }
}
