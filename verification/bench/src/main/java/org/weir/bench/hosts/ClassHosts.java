// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.runner.shell.Command;

/**
 * Hosts of PMQECN's Fig. 6 in a {@code weir up --hosts netns}: h1, h2 and h3 send to h5, in class
 * A, B and C. The index of a class is its place in {@link #CLASSES}.
 */
final class ClassHosts implements AutoCloseable {
    /** Names of the classes. */
    static final List<String> CLASSES = List.of("A", "B", "C");

    /** DSCP of each class's packets. */
    static final List<Integer> DSCPS = List.of(46, 34, 0);

    /** The host that receives. */
    static final String RECEIVER = "h5";

    /** Its IPv4 address. */
    static final String RECEIVER_ADDRESS = "10.0.0.5";

    /** TCP or UDP port of class A there; those of the others follow. */
    static final int FIRST_PORT = 5201;

    private static final String DEVICE = "device:s1";
    private static final int PORT = 4;

    private final Path json = Files.createTempFile("weir-bench", ".json");
    private final Optional<Path> samples;
    private final UpProcess up;

    /**
     * Starts the network, and waits until its hosts reach each other.
     *
     * @param tcp options of the senders' connections; none without TCP
     * @param reaction reaction point of the agents; none for no agents
     * @param samples file for the controller's samples, kept when this is closed
     */
    ClassHosts(
            UpOptions network,
            Optional<TcpOptions> tcp,
            Optional<String> reaction,
            Optional<Path> samples)
            throws IOException, InterruptedException {
        this.samples = samples;
        // Without close(), when the process is asked to end.
        json.toFile().deleteOnExit();
        List<String> options = network.of(network.topology());
        options.addAll(List.of("--json", json.toString()));
        reaction.ifPresent(kind -> options.addAll(List.of("--agents", "--reaction", kind)));
        up = new UpProcess(options);
        try {
            up.awaitReady();
            if (tcp.isPresent()) {
                setTcp(tcp.get());
            }
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** Sets what senders' connections use, by their route: sysctl refuses it in a namespace. */
    private void setTcp(TcpOptions tcp) throws IOException {
        for (int i = 0; i < CLASSES.size(); i++) {
            List<String> route = new ArrayList<>(List.of("ip", "-n", sender(i), "route"));
            route.addAll(List.of("replace", "default", "dev", "eth0", "src", "10.0.0." + (i + 1)));
            route.addAll(tcp.ofRoute());
            Command.require(route, "");
        }
    }

    /** Network namespace of the host that sends in a class. */
    String sender(int index) {
        return up.namespace("h" + (index + 1));
    }

    /** Network namespace of the host that receives. */
    String receiver() {
        return up.namespace(RECEIVER);
    }

    /** TCP segments that the senders have sent so far, of each class. */
    List<SentSegments> sentSegments() throws IOException {
        List<SentSegments> sent = new ArrayList<>();
        for (int i = 0; i < CLASSES.size(); i++) {
            sent.add(SentSegments.of(sender(i)));
        }
        return sent;
    }

    /** Those since an earlier reading. */
    List<SentSegments> sentSegmentsSince(List<SentSegments> earlier) throws IOException {
        List<SentSegments> now = sentSegments();
        List<SentSegments> sent = new ArrayList<>();
        for (int i = 0; i < CLASSES.size(); i++) {
            sent.add(now.get(i).since(earlier.get(i)));
        }
        return sent;
    }

    /**
     * The controller's measurements and settings of s1's port to s2.
     *
     * @param seconds time before now
     */
    PortSamples port(double seconds) throws IOException {
        return PortSamples.read(json, DEVICE, PORT, seconds);
    }

    /** Ends the network as Ctrl-C does. */
    @Override
    public void close() throws IOException {
        up.close();
        if (samples.isPresent()) {
            Files.copy(json, samples.get(), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.deleteIfExists(json);
    }
}
