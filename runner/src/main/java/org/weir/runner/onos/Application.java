// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Brings a running ONOS to where a run needs it: Weir's application installed and active, and the
 * network configuration given. It changes only what is not yet so; so it may be called again after
 * each start of ONOS.
 */
public final class Application {
    private static final String NAME = "org.weir.app";
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final OnosCluster onos;
    private final OnosFile configuration;
    private final Path oar;

    /**
     * @param oar the application's archive; null when it is part of the ONOS that is started
     */
    public Application(OnosCluster onos, OnosFile configuration, Path oar) {
        this.onos = onos;
        this.configuration = configuration;
        this.oar = oar;
    }

    /**
     * Whether the core of every node is up: REST answers before the services behind it are there.
     * Switches that a cluster hears of when it is incomplete would all be controlled by one node.
     */
    public boolean onosAnswers() throws InterruptedException {
        for (OnosClient client : onos.clients()) {
            if (!coreAnswers(client)) {
                return false;
            }
        }
        return true;
    }

    private static boolean coreAnswers(OnosClient client) throws InterruptedException {
        try {
            client.get("v1/applications");
            client.get("v1/devices");
            client.get("v1/links");
            client.get("v1/hosts");
            client.get("v1/flows");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Installs and activates the application where that is needed.
     *
     * @return whether it is active now
     * @throws IOException when ONOS refuses it
     */
    public boolean ensureActive() throws IOException, InterruptedException {
        JsonNode application = find(onos.client(), "v1/applications/" + NAME);
        if (application == null) {
            if (oar == null) {
                throw new IOException(
                        "ONOS has no application " + NAME + " and none was given with --app");
            }
            onos.client().postFile("v1/applications?activate=true", oar);
            return false;
        }
        if (!application.path("state").asText().equals("ACTIVE")) {
            onos.client().post("v1/applications/" + NAME + "/active", "");
            return false;
        }
        return isRegisteredByAll();
    }

    /**
     * Whether the application of every node answers. The archive reaches the other nodes later. And
     * after a start of ONOS, the application is active in ONOS's store before it runs; until it
     * runs, ONOS answers that there is no configuration for it, though there is.
     */
    private boolean isRegisteredByAll() throws IOException, InterruptedException {
        for (OnosClient client : onos.clients()) {
            if (find(client, "weir/v1/ports") == null) {
                return false;
            }
        }
        return true;
    }

    /** Gives ONOS the network configuration if it has none for the application. */
    public void ensureConfigured() throws IOException, InterruptedException {
        JsonNode known = find(onos.client(), "v1/network/configuration/apps/" + NAME);
        if (known == null || known.isEmpty()) {
            onos.client().post("v1/network/configuration", configuration.toJson());
        }
    }

    private static JsonNode find(OnosClient client, String resource)
            throws IOException, InterruptedException {
        try {
            return client.get(resource);
        } catch (OnosClient.RefusedException e) {
            if (e.status() == NOT_FOUND || e.status() == UNAVAILABLE) {
                return null;
            }
            throw e;
        }
    }
}
