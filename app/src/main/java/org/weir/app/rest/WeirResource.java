// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.ws.rs.Consumes;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.EntityTag;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.SecurityContext;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;
import org.weir.app.change.Edit;
import org.weir.app.change.RunningPolicy;
import org.weir.app.rest.problem.RequestException;

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

    /** One entity tag of a list (RFC 9110, section 8.8.3), with the comma that follows it. */
    private static final Pattern TAG =
            Pattern.compile("\\s*(W/)?\"([!\\x23-\\x7e\\x80-\\xff]*)\"\\s*(?:,|$)");

    private static final Pattern VERSION = Pattern.compile("\\d{1,18}");

    @Context private Configuration configuration;

    @Context private SecurityContext caller;

    @Context private HttpHeaders headers;

    /**
     * The service that runs now.
     *
     * @throws RequestException 503 if this node cannot answer for the cluster now
     */
    WeirService weir() {
        WeirService service = anyWeir();
        service.unavailable()
                .ifPresent(
                        reason -> {
                            throw RequestException.unavailable(reason);
                        });
        return service;
    }

    /** The service that runs now, even if it cannot answer for the cluster. */
    WeirService anyWeir() {
        return (WeirService) ((Supplier<?>) configuration.getProperty(SERVICE)).get();
    }

    /**
     * An edit by the caller of this request. With the header {@code If-Match} it is of the version
     * that the header names.
     *
     * @param what short text for the policy's history
     * @throws RequestException if the header is no list of tags, or names no version that runs
     */
    Edit edit(String what) {
        Principal user = caller == null ? null : caller.getUserPrincipal();
        Edit edit = Edit.by(user == null ? "unknown" : user.getName(), "REST", what);
        String tag = headers.getHeaderString(HttpHeaders.IF_MATCH);
        if (tag == null || tag.trim().equals("*")) {
            return edit;
        }
        long running = weir().changes().version();
        long wanted = -1;
        for (String strong : strongTags(tag)) {
            if (VERSION.matcher(strong).matches()) {
                wanted = Math.max(wanted, Long.parseLong(strong));
            }
        }
        // A later version may be one of another node of which this one has not heard yet.
        if (wanted < running) {
            throw RequestException.preconditionFailed(
                    "The policy is at version "
                            + running
                            + ", not "
                            + (wanted < 0 ? tag : String.valueOf(wanted))
                            + ": read it again.");
        }
        return edit.of(wanted);
    }

    /**
     * The strong tags of an {@code If-Match}. A weak tag never matches (RFC 9110, section 13.1.1).
     *
     * @throws RequestException if the header is no list of tags
     */
    private static List<String> strongTags(String header) {
        List<String> strong = new ArrayList<>();
        Matcher tags = TAG.matcher(header);
        int end = 0;
        do {
            if (!tags.find(end) || tags.start() != end) {
                throw RequestException.badRequest(
                        "If-Match",
                        "must be the ETag of the policy, as GET policy returns it, or *");
            }
            end = tags.end();
            if (tags.group(1) == null) {
                strong.add(tags.group(2));
            }
        } while (end < header.length());
        return strong;
    }

    /**
     * Puts a policy in force.
     *
     * @return the policy with the version that the edit has made
     * @throws RequestException with status 412 if another version has come since the one that the
     *     edit is of
     */
    static RunningPolicy setPolicy(WeirService service, ObjectNode policy, Edit edit) {
        try {
            return service.setPolicy(policy, edit);
        } catch (RejectedException e) {
            if (e.reason() == RejectedException.Reason.STALE) {
                throw RequestException.preconditionFailed(e.getMessage());
            }
            throw e;
        }
    }

    /** The tag of a version of the policy. */
    static EntityTag tag(long version) {
        return new EntityTag(Long.toString(version));
    }
}
