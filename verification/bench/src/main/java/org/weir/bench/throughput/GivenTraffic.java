// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.LocalClient;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.bmv2.time.Timeline;

/** A program, entries and packets from files; the packets come in by port 1, again and again. */
final class GivenTraffic implements Traffic {

    private static final long GAP_NS = 10_000;
    private static final long DEVICE_ID = 1;

    private final Path json;
    private final Path p4info;
    private final List<Path> entries;
    private final Path capture;
    private final List<Integer> ports;

    GivenTraffic(Path json, Path p4info, List<Path> entries, Path capture, List<Integer> ports) {
        this.json = json;
        this.p4info = p4info;
        this.entries = entries;
        this.capture = capture;
        this.ports = ports;
    }

    @Override
    public String name() {
        return json.getFileName().toString();
    }

    @Override
    public byte[] program() throws IOException {
        return Files.readAllBytes(json);
    }

    @Override
    public List<Integer> ports() {
        return ports;
    }

    @Override
    public void load(Switch device, Timeline timeline) throws ProgramException, IOException {
        LocalClient client = LocalClient.without(device, timeline, DEVICE_ID);
        client.loadPipeline(Files.readString(p4info, StandardCharsets.UTF_8), program());
        for (Path file : entries) {
            List<String> refusals = client.write(Files.readString(file, StandardCharsets.UTF_8));
            if (!refusals.isEmpty()) {
                throw new ProgramException("--entries " + file + ": " + refusals.get(0));
            }
        }
    }

    @Override
    public void write(Path file, int port, int packets) throws IOException {
        try (CaptureWriter writer =
                CaptureWriter.create(file, CaptureFormat.PCAP_MICROS, "port" + port)) {
            int written = port == ports.get(0) ? 0 : packets;
            while (written < packets) {
                int before = written;
                try (CaptureReader reader = CaptureReader.open(capture)) {
                    while (written < packets && reader.next()) {
                        writer.write(
                                written * GAP_NS,
                                reader.buffer(),
                                reader.offset(),
                                reader.length());
                        written++;
                    }
                }
                if (written == before) {
                    throw new IOException("--capture " + capture + ": holds no frames");
                }
            }
        }
    }
}
