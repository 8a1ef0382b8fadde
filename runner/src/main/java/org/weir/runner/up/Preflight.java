// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosCluster;

/** Checks, before anything starts, that every TCP port of a run is free. */
final class Preflight {
    private final Map<String, String> users = new HashMap<>();

    /** Checks the switches' ports. */
    void checkSwitches(Path file, NetworkSpec network) throws InputException {
        List<SwitchSpec> switches = network.switches();
        for (int i = 0; i < switches.size(); i++) {
            SwitchSpec spec = switches.get(i);
            String field = file + ": switches[" + i + "].grpc";
            check(
                    field,
                    spec.grpcHost(),
                    spec.grpcPort(),
                    "choose another with --port " + spec.name() + "=PORT");
        }
    }

    /** Checks the ports of ONOS's nodes and of their store. */
    void checkOnos(OnosCluster.Plan plan) throws InputException {
        for (String address : plan.nodeAddresses()) {
            checkOnos("onos-rest", address, plan.ports().rest());
            checkOnos("onos-ssh", address, plan.ports().ssh());
            checkOnos("onos-cluster", address, plan.ports().cluster());
        }
        for (String address : plan.storeAddresses()) {
            checkOnos("onos-store", address, plan.ports().store());
        }
    }

    private void checkOnos(String name, String address, int port) throws InputException {
        check("--port: " + name, address, port, "choose another with --port " + name + "=PORT");
    }

    private void check(String field, String host, int port, String remedy) throws InputException {
        String firstUser = users.putIfAbsent(host + ":" + port, field);
        if (firstUser != null) {
            throw new InputException(
                    field + ": port " + port + " is also that of " + firstUser + "; " + remedy);
        }
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: a port whose last connection is only dying out counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            throw new InputException(
                    field
                            + ": port "
                            + port
                            + " on "
                            + host
                            + " is in use or not ours to take; "
                            + remedy);
        }
    }
}
