// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.function.Consumer;

/** The policy of a run of PMQECN's Fig. 6, read and changed by REST. */
final class PolicyByRest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATH = "/onos/weir/v1/policy";

    private final RunningWeir weir;
    private final String credentials;

    /**
     * Access to the policy.
     *
     * @param credentials {@code USER:PASSWORD} for ONOS
     */
    PolicyByRest(RunningWeir weir, String credentials) {
        this.weir = weir;
        this.credentials = credentials;
    }

    /** The policy of the moment. */
    ObjectNode policy() throws Exception {
        return (ObjectNode) JSON.readTree(weir.get(PATH, credentials).body());
    }

    /** The policy of the moment without words about single ports. */
    ObjectNode withoutPorts() throws Exception {
        ObjectNode policy = policy();
        policy.withArray("ports").removeAll();
        return policy;
    }

    /** States the edge of h2's port, and nothing about other ports. */
    void putEdge(Consumer<ObjectNode> change) throws Exception {
        ObjectNode policy = withoutPorts();
        ObjectNode port = policy.withArray("ports").addObject();
        port.put("device", "device:s1").put("port", 2);
        change.accept(port.putObject("edge"));
        put(policy);
    }

    /** Replaces the policy. */
    void put(ObjectNode policy) throws Exception {
        HttpResponse<String> answer = weir.send("PUT", PATH, credentials, policy.toString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }
}
