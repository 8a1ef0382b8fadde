// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.lab.engine.Engine;
import org.weir.lab.link.Direction;
import org.weir.lab.link.Link;
import org.weir.lab.network.Network;

/**
 * Every frame that arrives over chosen links, in a pcapng file that Wireshark opens. Each direction
 * of a link is an interface, named {@code h1>s1:1} for frames from h1 to port 1 of s1. A frame's
 * time is that of its last bit's arrival, in ns of virtual time from 1970 on. Frames that a link
 * loses are not in the file.
 *
 * <p>Memory is bounded: frames go to the file as they come. When the file cannot be written, the
 * run ends with an {@link UncheckedIOException}.
 */
public final class PacketTrace implements Closeable {
    private final Engine engine;
    private final CaptureWriter writer;

    private PacketTrace(Engine engine, CaptureWriter writer) {
        this.engine = engine;
        this.writer = writer;
    }

    /**
     * Begins a trace; before the network starts.
     *
     * @param file is created, or emptied
     * @param linkNames as {@link Link#name()} has them, for example {@code h1-s1:1}, or a port or
     *     host at an end, {@code s1:1} or {@code h1}; empty for all links
     * @throws IllegalArgumentException when the network has no link of a name, or none at all
     * @throws IOException when the file cannot be written
     */
    public static PacketTrace start(Path file, Network network, Collection<String> linkNames)
            throws IOException {
        Map<String, Direction> interfaces = new LinkedHashMap<>();
        for (String name : linkNames) {
            addInterfaces(interfaces, network, name);
        }
        if (linkNames.isEmpty()) {
            network.links().forEach(link -> addInterfaces(interfaces, network, link.name()));
        }
        if (interfaces.isEmpty()) {
            throw new IllegalArgumentException("a trace needs at least one link");
        }
        List<String> names = new ArrayList<>(interfaces.keySet());
        CaptureWriter writer = CaptureWriter.create(file, CaptureFormat.PCAPNG, names.get(0));
        for (String name : names.subList(1, names.size())) {
            writer.addInterface(name);
        }
        PacketTrace trace = new PacketTrace(network.engine(), writer);
        int index = 0;
        for (Direction direction : interfaces.values()) {
            int own = index++;
            direction.observe(frame -> trace.write(own, frame));
        }
        return trace;
    }

    private static void addInterfaces(
            Map<String, Direction> interfaces, Network network, String name) {
        List<String> known = new ArrayList<>();
        for (int i = 0; i < network.links().size(); i++) {
            Link link = network.links().get(i);
            known.add(link.name());
            String first = network.spec().links().get(i).first().toString();
            String second = network.spec().links().get(i).second().toString();
            if (link.name().equals(name) || first.equals(name) || second.equals(name)) {
                interfaces.put(first + ">" + second, link.forward());
                interfaces.put(second + ">" + first, link.backward());
                return;
            }
        }
        throw new IllegalArgumentException(
                "no link is named " + name + "; there are " + String.join(", ", known));
    }

    private void write(int interfaceIndex, byte[] frame) {
        try {
            writer.write(interfaceIndex, engine.nowNs(), frame, 0, frame.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes what is left and closes the file; the network must not run any more. */
    @Override
    public void close() throws IOException {
        writer.close();
    }
}
