// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import org.weir.app.PortView;
import org.weir.app.WeirService;

/** The port that {@code {device}/{port}} in a path names. */
final class PathPort {

    private PathPort() {}

    /**
     * The port.
     *
     * @param service the service that has the ports
     * @param device ONOS device id
     * @param port port number as written
     * @return the port
     * @throws RequestException 400 if the number is none, 404 if there is no such port
     */
    static PortView find(WeirService service, String device, String port) {
        long number;
        try {
            number = Long.parseLong(port);
        } catch (NumberFormatException e) {
            throw RequestException.badRequest("port", "must be a whole number, is '" + port + "'");
        }
        if (number < 1) {
            throw RequestException.badRequest("port", "must be at least 1, is " + number);
        }
        return service.port(device, number)
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        "port",
                                        "no port under control is " + device + "/" + number));
    }
}
