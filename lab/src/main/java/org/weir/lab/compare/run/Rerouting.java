// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.lab.network.Network;

/** Changes IPv4 routes of switches whatever program they run. */
final class Rerouting {
    private static final String ROUTES = "ipv4_routes";

    private final Network network;

    Rerouting(Network network) {
        this.network = network;
    }

    /** Has a switch reach a host by another port. */
    void set(String device, int receiver, int port) {
        byte[] address = network.hosts().get(receiver).config().ipv4().bytes();
        List<MatchKey> keys = List.of(new MatchKey.Lpm(address, 8 * address.length));
        TableControl table =
                network.node(device).device().orElseThrow().tables().stream()
                        .filter(one -> one.name().endsWith(ROUTES))
                        .findFirst()
                        .orElseThrow();
        TableEntry before =
                table.get(keys, 0)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                device
                                                        + " has no route to "
                                                        + Arrays.toString(address)));
        String action = ((ActionCall) before.action()).name();
        table.modify(
                new TableEntry(
                        keys, 0, ActionCall.of(action, BigInteger.valueOf(port).toByteArray())));
    }
}
