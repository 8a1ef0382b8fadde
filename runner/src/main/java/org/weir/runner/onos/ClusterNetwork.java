// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.runner.shell.AddressRelay;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;
import org.weir.runner.shell.OwnedNamespaces;

/**
 * Network of a cluster, in which a server can be cut off from the others: each server is in a
 * network namespace of its own, and one more namespace routes between them. While a server is cut
 * off, the router drops its packets in both directions and answers none of them, so neither side
 * learns why the other is silent.
 *
 * <p>Nothing of it is in the machine's own namespace. Relays lead from the machine's addresses to
 * the servers, and from the router's address to the switches. Thread-safe.
 */
final class ClusterNetwork implements AutoCloseable {
    /** Beginning of the names of all namespaces that are made here. */
    static final String PREFIX = "weirnode-";

    /** Beginning of the servers' addresses; their last number is 1 to 127. */
    static final String ADDRESS_PREFIX = "10.0.0.";

    private static final String ROUTER = "10.0.0.254";

    /** Addresses of all servers, and not the router's. */
    private static final String SERVERS = "10.0.0.0/25";

    private static final Path MACHINE_HOSTS = Path.of("/etc/hosts");

    /**
     * Most times that TCP sends a segment again before it gives its connection up. The pauses
     * double: with Linux's default of 15, a server that was cut off for 75 s is silent for another
     * 34 s. The value is the one in docs/cluster.md.
     */
    private static final int TCP_RETRIES = 5;

    /** Preferences of the router's rules: those of servers that are cut off come first. */
    private static final int CUT_PREFERENCE = 10;

    private static final int LOCAL_PREFERENCE = 100;

    private final OwnedNamespaces namespaces = new OwnedNamespaces(PREFIX);
    private final String router = namespaces.name("router");

    /** Addresses of the servers by their names. */
    private final Map<String, String> addresses;

    private final List<AddressRelay> relays = new ArrayList<>();
    private final Set<Integer> relayedPorts = new HashSet<>();

    /** Rules of the router by the server that they cut off. */
    private final Map<String, List<String>> cuts = new LinkedHashMap<>();

    /**
     * Makes the network.
     *
     * @param addresses addresses of the servers by their names, which begin with {@link
     *     #ADDRESS_PREFIX}
     * @throws IOException if that is not possible here, in one line; nothing is left then
     */
    ClusterNetwork(Map<String, String> addresses) throws IOException {
        this.addresses = new LinkedHashMap<>(addresses);
        if (!NetworkNamespaces.isRoot()) {
            throw new IOException("needs root, for network namespaces");
        }
        if (Command.find("ip").isEmpty()) {
            throw new IOException(
                    "ip is not on the PATH; on Debian and Ubuntu: apt-get install iproute2");
        }
        try {
            make();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void make() throws IOException {
        List<String> hosts = new ArrayList<>();
        // Atomix asks for the name of the sender of each message; no name server answers here.
        addresses.forEach((server, address) -> hosts.add(address + " " + server));
        hosts.add(ROUTER + " router");
        // A server looks up the name of its machine.
        if (Files.isReadable(MACHINE_HOSTS)) {
            hosts.addAll(Files.readAllLines(MACHINE_HOSTS));
        }
        namespaces.add(router, hosts);
        set(router, "ip_forward", 1);
        ip(
                router,
                List.of(
                        "link set lo up",
                        "address add " + ROUTER + "/32 dev lo",
                        "rule add pref " + LOCAL_PREFERENCE + " table local",
                        "rule del pref 0"));
        for (Map.Entry<String, String> server : addresses.entrySet()) {
            String namespace = namespaces.name(server.getKey());
            String address = server.getValue();
            namespaces.add(namespace, hosts);
            ip(
                    router,
                    List.of(
                            "link add name %s type veth peer name eth0 netns %s"
                                    .formatted(server.getKey(), namespace),
                            "link set " + server.getKey() + " up",
                            "route add " + address + "/32 dev " + server.getKey()));
            ip(
                    namespace,
                    List.of(
                            "link set lo up",
                            "link set eth0 up",
                            "address add " + address + "/32 dev eth0",
                            "route add " + ROUTER + "/32 dev eth0",
                            "route add default via " + ROUTER + " src " + address));
            set(namespace, "tcp_retries2", TCP_RETRIES);
        }
    }

    /** Sets a parameter of a namespace's IPv4. */
    private static void set(String namespace, String parameter, int value) throws IOException {
        Path file = Path.of("/proc/sys/net/ipv4", parameter);
        NetworkNamespace.call(namespace, () -> Files.writeString(file, value + "\n"));
    }

    private static void ip(String namespace, List<String> commands) throws IOException {
        Command.require(
                List.of("ip", "-n", namespace, "-batch", "-"), String.join("\n", commands) + "\n");
    }

    /** Namespace of a server, or of the router by the name of {@code router}. */
    String namespace(String server) {
        return namespaces.name(server);
    }

    /** Command that runs another one as a server. */
    List<String> commandAs(String server, List<String> command) {
        List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", namespace(server)));
        inside.addAll(command);
        return inside;
    }

    /**
     * Lets an address of the machine lead to a server.
     *
     * @param port on both sides
     */
    synchronized void relayIn(String host, int port, String server) throws IOException {
        String address = addresses.get(server);
        relays.add(
                new AddressRelay(
                        AddressRelay.listen(host, port),
                        () ->
                                NetworkNamespace.call(
                                        router, () -> AddressRelay.connect(address, port))));
    }

    /**
     * Lets the router's address lead to an address of the machine.
     *
     * @return the address for the servers, as {@code host:port}
     */
    synchronized String relayOut(String host, int port) throws IOException {
        int preferred = relayedPorts.add(port) ? port : 0;
        ServerSocketChannel listener =
                NetworkNamespace.call(router, () -> AddressRelay.listen(ROUTER, preferred));
        relays.add(new AddressRelay(listener, () -> AddressRelay.connect(host, port)));
        return ROUTER + ":" + listener.socket().getLocalPort();
    }

    /**
     * Cuts a server off from the other servers. The switches and the machine still reach it.
     *
     * @throws IllegalStateException if it is cut off
     */
    synchronized void partition(String server) throws IOException {
        String address = addresses.get(server);
        cut(
                server,
                List.of(
                        "from " + address + " to " + SERVERS,
                        "from " + SERVERS + " to " + address));
    }

    /**
     * Cuts a server off from everything.
     *
     * @throws IllegalStateException if it is cut off
     */
    synchronized void isolate(String server) throws IOException {
        String address = addresses.get(server);
        cut(server, List.of("from " + address, "to " + address));
    }

    private void cut(String server, List<String> packets) throws IOException {
        if (cuts.containsKey(server)) {
            throw new IllegalStateException(server + " is cut off; \"heal " + server + "\" first");
        }
        List<String> rules = new ArrayList<>();
        for (String each : packets) {
            rules.add("pref " + CUT_PREFERENCE + " " + each + " blackhole");
        }
        cuts.put(server, rules);
        ip(router, rules.stream().map(rule -> "rule add " + rule).toList());
    }

    synchronized boolean isCutOff(String server) {
        return cuts.containsKey(server);
    }

    /**
     * Lets a server's packets through again.
     *
     * @throws IllegalStateException if it is not cut off
     */
    synchronized void heal(String server) throws IOException {
        List<String> rules = cuts.remove(server);
        if (rules == null) {
            throw new IllegalStateException(server + " is not cut off");
        }
        ip(router, rules.stream().map(rule -> "rule del " + rule).toList());
    }

    /** Ends what runs in the namespaces, and takes them away. */
    @Override
    public synchronized void close() {
        relays.forEach(AddressRelay::close);
        relays.clear();
        namespaces.close();
    }
}
