// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.bmv2;

import org.onosproject.net.driver.AbstractDriverLoader;
import org.osgi.service.component.annotations.Component;

/** Brings the driver {@code bmv2}. */
@Component(immediate = true)
public class Bmv2DriverLoader extends AbstractDriverLoader {

    public Bmv2DriverLoader() {
        super("/bmv2-driver.xml");
    }
}
