// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.function.Supplier;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import org.weir.app.WeirService;

/** What every resource has: the service, looked up for each request because it comes and goes. */
abstract class WeirResource {

    /** Name of the property by which {@link WeirRestApplication} passes the service on. */
    static final String SERVICE = WeirService.class.getName();

    @Context private Configuration configuration;

    /** The service that runs now. */
    WeirService weir() {
        return (WeirService) ((Supplier<?>) configuration.getProperty(SERVICE)).get();
    }
}
