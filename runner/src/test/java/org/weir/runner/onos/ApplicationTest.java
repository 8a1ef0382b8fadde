// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration of an ONOS that starts, first without a policy and then again with one. */
class ApplicationTest {
    private static final Path POLICY = Path.of("../netcfg/leaf-spine/onos.json");
    private static final String CONFIGURATION = "/onos/v1/network/configuration";

    @TempDir Path folder;
    private HttpServer onos;
    private Application application;

    /** Whether the application runs; its state in ONOS's store is "active" before that. */
    private volatile boolean isRunning;

    private volatile boolean hasPolicy;
    private volatile int uploads;

    @BeforeEach
    void start() throws Exception {
        onos = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        onos.createContext("/", this::answer);
        onos.start();
        int port = onos.getAddress().getPort();
        OnosCluster cluster =
                new OnosCluster(
                        new OnosCluster.Plan(
                                folder, null, folder, new OnosPorts(port, 0, 0, 0), 1, 0));
        application = new Application(cluster, OnosFile.read(POLICY), null);
    }

    @AfterEach
    void end() {
        onos.stop(0);
    }

    /** As ONOS answers: no configuration is shown of an application that does not run. */
    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        int status = 404;
        String body = "{}";
        if (path.equals("/onos/v1/applications/org.weir.app")) {
            status = 200;
            body = "{\"state\":\"ACTIVE\"}";
        } else if (path.equals("/onos/weir/v1/ports")) {
            status = isRunning ? 200 : 503;
            body = "{\"ports\":[]}";
        } else if (path.equals(CONFIGURATION) && exchange.getRequestMethod().equals("POST")) {
            exchange.getRequestBody().readAllBytes();
            uploads++;
            status = 200;
        } else if (path.equals(CONFIGURATION + "/apps/org.weir.app") && isRunning && hasPolicy) {
            status = 200;
            body = "{\"weir\":{}}";
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private boolean provision() throws Exception {
        if (!application.ensureActive()) {
            return false;
        }
        application.ensureConfigured();
        return true;
    }

    @Test
    void keepsThePolicyThatOnosHasWhenItStartsAgain() throws Exception {
        hasPolicy = true;
        assertThat(provision()).as("before the application runs").isFalse();
        isRunning = true;
        assertThat(provision()).isTrue();

        assertThat(uploads).isZero();
    }

    @Test
    void givesAnOnosWithoutPolicyTheOneOfTheFile() throws Exception {
        isRunning = true;
        assertThat(provision()).isTrue();

        assertThat(uploads).isEqualTo(1);
    }
}
