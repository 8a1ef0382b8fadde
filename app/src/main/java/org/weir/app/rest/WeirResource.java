// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.function.Supplier;
import javax.ws.rs.Consumes;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import org.weir.app.WeirService;

/**
 * Base of all resources. It looks the service up for each request, because the service comes and
 * goes. A request without a body may still state a content type: if JSON were not named here as
 * well, Jersey would take the wildcard for the types it has readers for, and refuse the request.
 */
@Consumes({MediaType.WILDCARD, MediaType.APPLICATION_JSON})
@Produces(MediaType.APPLICATION_JSON)
abstract class WeirResource {

    /** Name of the property by which {@link WeirRestApplication} passes the service on. */
    static final String SERVICE = WeirService.class.getName();

    @Context private Configuration configuration;

    /** The service that runs now. */
    WeirService weir() {
        return (WeirService) ((Supplier<?>) configuration.getProperty(SERVICE)).get();
    }
}
