// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.weir.app.rest.problem.RequestException;
import org.weir.control.PortId;
import org.weir.control.policy.StrictJson;

/** Reads the JSON object that a request brings. */
final class RequestBody {

    /** Far above any policy that fits a switch's tables; keeps a slip from filling the memory. */
    static final int MAX_BYTES = 1 << 20;

    /** Largest registration of an agent: an object with one number. */
    static final int MAX_LEASE_BYTES = 1 << 10;

    /** Largest report of the flows of an agent, which has at most 256. */
    static final int MAX_REPORT_BYTES = 256 << 10;

    private static final int BYTES_PER_KIB = 1 << 10;
    private static final int KIB_PER_MIB = 1 << 10;
    private static final String DEVICE = "device";
    private static final String PORT = "port";

    private RequestBody() {}

    /**
     * The body as a JSON object.
     *
     * @param body body of the request, at most {@link #MAX_BYTES} bytes
     * @return the object
     * @throws RequestException if it is longer, is not JSON, or is JSON but no object
     * @throws IOException if the connection fails
     */
    static ObjectNode object(InputStream body) throws IOException {
        return object(body, MAX_BYTES);
    }

    /**
     * The body as a JSON object.
     *
     * @param body body of the request
     * @param mostBytes its largest length, a whole number of KiB
     * @return the object
     * @throws RequestException if it is longer, is not JSON, or is JSON but no object
     * @throws IOException if the connection fails
     */
    static ObjectNode object(InputStream body, int mostBytes) throws IOException {
        byte[] bytes = body.readNBytes(mostBytes + 1);
        if (bytes.length > mostBytes) {
            int kib = mostBytes / BYTES_PER_KIB;
            String size = kib < KIB_PER_MIB ? kib + " KiB" : kib / KIB_PER_MIB + " MiB";
            throw RequestException.badRequest(null, "The body must not exceed " + size + ".");
        }
        JsonNode node;
        try {
            node = StrictJson.read(bytes);
        } catch (JsonProcessingException e) {
            throw RequestException.badRequest(null, "The body is not JSON: " + StrictJson.fault(e));
        }
        if (node == null || !node.isObject()) {
            throw RequestException.badRequest(null, "The body must be a JSON object.");
        }
        return (ObjectNode) node;
    }

    /**
     * Refuses fields that a request does not have.
     *
     * @throws RequestException naming the first
     */
    static void allow(ObjectNode request, String... fields) {
        List<String> known = List.of(fields);
        request.fieldNames()
                .forEachRemaining(
                        field -> {
                            if (!known.contains(field)) {
                                throw RequestException.badRequest(
                                        field,
                                        "is not a field of this request; it has "
                                                + String.join(", ", known));
                            }
                        });
    }

    /**
     * A field that must be there, a whole number. 5.0 is one too, as in JSON Schema.
     *
     * @param least the smallest that is allowed
     * @throws RequestException if it is none
     */
    static long whole(ObjectNode request, String field, long least) {
        JsonNode value = request.path(field);
        if (!isWhole(value) || !value.canConvertToLong() || value.asLong() < least) {
            throw RequestException.badRequest(
                    field, "must be a whole number from " + least + " on");
        }
        return value.asLong();
    }

    /**
     * A field with ports, each an object with {@code device} and {@code port}.
     *
     * @return the ports, at least one
     * @throws RequestException if it is something else, or names a port twice
     */
    static Set<PortId> ports(ObjectNode request, String field) {
        JsonNode list = request.path(field);
        if (!list.isArray() || list.size() == 0) {
            throw RequestException.badRequest(field, "must be a list of at least one port");
        }
        Set<PortId> ports = new LinkedHashSet<>();
        for (int i = 0; i < list.size(); i++) {
            JsonNode one = list.get(i);
            String path = field + "[" + i + "]";
            boolean isPort =
                    one.isObject()
                            && one.size() == 2
                            && !one.path(DEVICE).asText().isEmpty()
                            && one.path(DEVICE).isTextual()
                            && isWhole(one.path(PORT))
                            && one.path(PORT).decimalValue().signum() > 0;
            if (!isPort) {
                throw RequestException.badRequest(
                        path, "must have device, a text, and port, a whole number from 1 on");
            }
            // No port has a number beyond; what is too long stays unknown.
            long number =
                    one.path(PORT).canConvertToLong() ? one.path(PORT).asLong() : Long.MAX_VALUE;
            if (!ports.add(new PortId(one.path(DEVICE).asText(), number))) {
                throw RequestException.badRequest(path, "names a port twice");
            }
        }
        return ports;
    }

    private static boolean isWhole(JsonNode value) {
        // A number too large for a double, such as 1e999, is infinite.
        return value.isNumber()
                && !Double.isInfinite(value.asDouble())
                && value.decimalValue().stripTrailingZeros().scale() <= 0;
    }
}
