// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdminService;
import org.onosproject.net.driver.DriverProvider;
import org.onosproject.net.pi.PiPipeconfServiceAdapter;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.platform.Platforms;

/** Facts about the programs that Weir has registered. */
class PipelinesTest {

    private final Map<PiPipeconfId, PiPipeconf> registered = new HashMap<>();
    private final Pipelines pipelines =
            new Pipelines(
                    new PiPipeconfServiceAdapter() {
                        @Override
                        public void register(PiPipeconf pipeconf) {
                            registered.put(pipeconf.id(), pipeconf);
                        }

                        @Override
                        public Optional<PiPipeconf> getPipeconf(PiPipeconfId id) {
                            return Optional.ofNullable(registered.get(id));
                        }
                    },
                    driverAdminService(),
                    new Pipeconfs());

    private final Set<DriverProvider> drivers = new HashSet<>();

    private DriverAdminService driverAdminService() {
        return (DriverAdminService)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {DriverAdminService.class},
                        (proxy, method, arguments) -> {
                            switch (method.getName()) {
                                case "getProviders":
                                    return drivers;
                                case "unregisterProvider":
                                    drivers.remove(arguments[0]);
                                    return null;
                                default:
                                    throw new UnsupportedOperationException(method.getName());
                            }
                        });
    }

    private static DriverProvider provider(String name) {
        Driver driver = new DefaultDriver(name, List.of(), "", "", "", Map.of(), Map.of());
        return () -> Set.of(driver);
    }

    /** ONOS keeps them when a pipeconf is unregistered, with the classes of the old bundle. */
    @Test
    void driversThatAnEarlierInstallationWasMergedIntoAreTakenAway() {
        DriverProvider base = provider("bmv2");
        DriverProvider other = provider("bmv2:org.example");
        drivers.addAll(Set.of(base, other, provider("bmv2:org.weir.v1model")));

        pipelines.register();

        assertThat(drivers).containsExactlyInAnyOrder(base, other);
    }

    @Test
    void allProgramsReadTags() {
        assertThat(Platforms.all()).noneMatch(pipelines::readsTags);
        pipelines.register();
        assertThat(Platforms.all()).isNotEmpty().allMatch(pipelines::readsTags);
    }
}
