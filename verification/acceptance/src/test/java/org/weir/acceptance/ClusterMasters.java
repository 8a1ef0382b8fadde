// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The masters of the switches of a running cluster, changed through ONOS's REST. */
final class ClusterMasters {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunningWeir weir;
    private final RunningCluster cluster;

    ClusterMasters(RunningWeir weir, RunningCluster cluster) {
        this.weir = weir;
        this.cluster = cluster;
    }

    /** Makes a node the master of a switch, and waits until it is its primary. */
    void move(String device, int node) throws Exception {
        int terms = cluster.terms(device);
        ObjectNode role =
                JSON.createObjectNode()
                        .put("deviceId", device)
                        .put("nodeId", cluster.nodeId(node))
                        .put("role", "MASTER");
        assertAccepted(
                weir.send(
                        1,
                        "PUT",
                        "/onos/v1/mastership",
                        RunningCluster.CREDENTIALS,
                        role.toString()));
        cluster.await(
                "node " + node + " is the primary of " + device,
                RunningCluster.SOON,
                () -> cluster.terms(device) > terms);
    }

    /** Has masters balanced when a distribution has lasted for a time. */
    void balanceAfter(Duration time) throws Exception {
        ObjectNode properties =
                JSON.createObjectNode().put("settleSeconds", Long.toString(time.toSeconds()));
        assertAccepted(
                weir.send(
                        1,
                        "POST",
                        "/onos/v1/configuration/org.weir.onos.device.MasterBalance",
                        RunningCluster.CREDENTIALS,
                        properties.toString()));
    }

    /** True if the switches have two masters, by the first node. */
    boolean areTwo() throws IOException, InterruptedException {
        int first = cluster.master(1, "device:s1");
        int second = cluster.master(1, "device:s2");
        return first != 0 && second != 0 && first != second;
    }

    private static void assertAccepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }
}
