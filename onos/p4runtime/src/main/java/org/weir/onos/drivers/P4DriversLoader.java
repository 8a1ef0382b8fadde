// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import java.io.IOException;
import java.io.InputStream;
import org.onosproject.net.driver.DefaultDriverProviderService;
import org.onosproject.net.driver.DriverAdminService;
import org.onosproject.net.driver.DriverListener;
import org.onosproject.net.driver.DriverProvider;
import org.onosproject.net.driver.XmlDriverLoader;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the drivers {@code bmv2} and {@code stratum-tofino}.
 *
 * <p>They extend the driver {@code p4runtime}, which another bundle brings, at its own time: ONOS's
 * own loader would give up if that came second.
 */
@Component(immediate = true)
public class P4DriversLoader {

    private static final String BASE_DRIVER = "p4runtime";
    private static final String DEFINITION = "/p4-drivers.xml";

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final DriverListener baseDriverListener =
            event -> {
                if (event.subject().name().equals(BASE_DRIVER)) {
                    load();
                }
            };

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DriverAdminService driverAdminService;

    /** Without the default driver ONOS has no drivers at all. */
    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DefaultDriverProviderService defaultDriver;

    private DriverProvider provider;

    @Activate
    protected void activate() {
        driverAdminService.addListener(baseDriverListener);
        load();
    }

    @Deactivate
    protected synchronized void deactivate() {
        driverAdminService.removeListener(baseDriverListener);
        if (provider != null) {
            driverAdminService.unregisterProvider(provider);
            provider = null;
        }
    }

    private synchronized void load() {
        if (provider != null || !baseDriverLoaded()) {
            return;
        }
        try (InputStream definition = getClass().getResourceAsStream(DEFINITION)) {
            provider =
                    new XmlDriverLoader(getClass().getClassLoader(), driverAdminService)
                            .loadDrivers(definition, driverAdminService);
        } catch (IOException e) {
            log.error("Cannot read {}: {}", DEFINITION, e.getMessage());
            return;
        }
        driverAdminService.registerProvider(provider);
        log.info("Drivers bmv2 and stratum-tofino are there");
    }

    private boolean baseDriverLoaded() {
        return driverAdminService.getDrivers().stream()
                .anyMatch(driver -> driver.name().equals(BASE_DRIVER));
    }
}
