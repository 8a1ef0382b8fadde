// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.List;
import java.util.Set;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.explain.KnownNames;
import org.weir.app.json.HistoryJson;
import org.weir.app.past.QueuePoint;
import org.weir.app.rest.list.ListQuery;
import org.weir.app.rest.list.PortQueue;
import org.weir.app.rest.list.QueueStream;
import org.weir.app.rest.path.PathNumber;
import org.weir.app.rest.path.PathPort;
import org.weir.app.rest.problem.RequestException;

/** The queues of all ports in one list, and their changes as server-sent events. */
@Path("queues")
public final class QueuesResource extends WeirResource {

    /** Names of the parameters of lists by device, port and class. */
    static final Set<String> PARAMETERS =
            Set.of(
                    ListQuery.DEVICE,
                    ListQuery.PORT,
                    ListQuery.CLASS,
                    ListQuery.LIMIT,
                    ListQuery.AFTER);

    private static final Set<String> STREAM_PARAMETERS =
            Set.of(
                    ListQuery.DEVICE,
                    ListQuery.PORT,
                    ListQuery.CLASS,
                    QueueStream.INTERVAL_MS,
                    QueueStream.EVENTS);

    /**
     * The queues that pass the filters, by device, port and class index.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        ListQuery.Page<PortQueue> page =
                query.page(query.queues(service.ports()), ListQuery.Key::of);
        return Response.ok(page.toJson("queues", PortQueue.SHAPE::writeAll).toString()).build();
    }

    /**
     * The last hour of one queue.
     *
     * @param device ONOS device id
     * @param port port number
     * @param className name of the class
     */
    @GET
    @Path("{device}/{port}/{class}/history")
    public Response history(
            @PathParam("device") String device,
            @PathParam("port") String port,
            @PathParam("class") String className) {
        WeirService service = weir();
        long number = PathNumber.of("port", port);
        List<QueuePoint> points =
                service.history(device, number, className)
                        .orElseThrow(() -> noQueue(service, device, port, className));
        return Response.ok(HistoryJson.history(device, number, className, points).toString())
                .build();
    }

    private static RequestException noQueue(
            WeirService service, String device, String port, String className) {
        PathPort.find(service, device, port);
        KnownNames.requireClass(service, className);
        return RequestException.notFound("class", "the port has no queue of " + className + " yet");
    }

    /**
     * The same queues, and then again and again those that have changed.
     *
     * @param uri has the filters, the interval and the number of events
     */
    @GET
    @Path("stream")
    @Produces("text/event-stream")
    public Response stream(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, STREAM_PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        // Refuses a bad filter, or an application that is not active, before the stream begins.
        query.queues(service.ports());
        return Response.ok(
                        QueueStream.open(query, () -> query.queues(weir().ports())),
                        new MediaType("text", "event-stream", "utf-8"))
                .header("Cache-Control", "no-store")
                .build();
    }
}
