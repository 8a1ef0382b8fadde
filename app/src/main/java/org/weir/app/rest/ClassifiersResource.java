// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.json.ClassifierJson;
import org.weir.app.rest.list.ListQuery;

/** Classifiers: match rules by precedence, with what they have matched. */
@Path("classifiers")
public final class ClassifiersResource extends WeirResource {

    private static final Set<String> PARAMETERS =
            Set.of(ListQuery.DEVICE, ListQuery.CLASS, ListQuery.LIMIT, ListQuery.AFTER);

    /**
     * The classifiers of a class, or of all, with the counts of one switch or of all.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        List<ClassifierView> found =
                service.classifiers(query.text(ListQuery.DEVICE)).stream()
                        .filter(
                                one ->
                                        query.text(ListQuery.CLASS)
                                                .map(one.className()::equals)
                                                .orElse(true))
                        .collect(Collectors.toList());
        ListQuery.Page<ClassifierView> page = query.numberedPage(found, ClassifierView::precedence);
        return Response.ok(
                        page.toJson("classifiers", ClassifierJson.CLASSIFIER::writeAll).toString())
                .build();
    }
}
