// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.path;

import java.util.OptionalLong;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.explain.PortAbsence;
import org.weir.app.rest.problem.RequestException;

/** The port that {@code {device}/{port}} in a path names. */
public final class PathPort {

    private PathPort() {}

    /**
     * The port.
     *
     * @param service the service that has the ports
     * @param device ONOS device id
     * @param port port number as written
     * @return the port
     * @throws RequestException 400 if the number is no whole number from 1 on, 404 if there is no
     *     such port
     */
    public static PortView find(WeirService service, String device, String port) {
        long number = PathNumber.of("port", port);
        return service.port(device, number)
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        "port",
                                        new PortAbsence(service)
                                                .text(device, OptionalLong.of(number))));
    }
}
