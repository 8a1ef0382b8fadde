// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers;

import org.osgi.framework.Bundle;
import org.osgi.service.component.ComponentContext;

/**
 * Reason for which a component is deactivated. A component that is removed takes back the rules
 * that it asked of the switches. When all of ONOS stops, the switches keep them, so that the
 * network goes on until ONOS is back.
 */
public final class Shutdown {
    private Shutdown() {}

    /** Whether all of ONOS is stopping, not only the component or its bundle. */
    public static boolean isOfAllOnos(ComponentContext context) {
        return context.getBundleContext().getBundle(0).getState() == Bundle.STOPPING;
    }
}
