// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import org.onosproject.net.driver.AbstractIndependentDriverLoader;
import org.onosproject.net.driver.DefaultDriverProviderService;
import org.osgi.service.component.annotations.Component;

/**
 * Brings the driver named {@code default}, which has no behaviours. ONOS's driver service waits for
 * it, and whatever deals with devices waits for the driver service.
 */
@Component(immediate = true, service = DefaultDriverProviderService.class)
public class DefaultDriver extends AbstractIndependentDriverLoader
        implements DefaultDriverProviderService {
    /** Called by OSGi. */
    public DefaultDriver() {
        super("/org/weir/onos/platform/drivers.xml");
    }
}
