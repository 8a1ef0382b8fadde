// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers;

import org.osgi.framework.Bundle;
import org.osgi.service.component.ComponentContext;

/**
 * Tells why a component is deactivated. One that is removed takes back what it has asked the
 * switches for. When all of ONOS stops, the switches keep what they have, so that the network goes
 * on until ONOS is back.
 */
public final class Shutdown {
    private Shutdown() {}

    /** Whether all of ONOS is stopping, not only the component or its bundle. */
    public static boolean isOfAllOnos(ComponentContext context) {
        return context.getBundleContext().getBundle(0).getState() == Bundle.STOPPING;
    }
}
