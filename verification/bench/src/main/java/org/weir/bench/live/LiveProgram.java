// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.LocalClient;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * A program with its entries, as files.
 *
 * @param json the program, as p4c-bm2-ss writes it
 * @param p4info its P4Info
 * @param entries a P4Runtime WriteRequest in protobuf's text format
 */
record LiveProgram(Path json, Path p4info, Path entries) {
    private static final int QUEUE_PACKETS = 1024;

    /** The program of docs/switch.md: one exact look-up of the destination. */
    static LiveProgram bridge(Path home) {
        Path folder = home.resolve("bmv2/src/test/resources/p4");
        return new LiveProgram(
                folder.resolve("bridge.json"),
                folder.resolve("bridge.p4info.txtpb"),
                folder.resolve("bridge.entries.txtpb"));
    }

    /** A switch of ours that has it and is not connected: a model of the state to install. */
    Switch model() throws IOException, ProgramException {
        VirtualTimeline timeline = new VirtualTimeline();
        Switch device = new Switch(new SwitchConfig("model"), timeline);
        for (int port = 1; port <= 2; port++) {
            device.attachPort(
                    port,
                    new PortConfig(LiveBed.port(port), PortConfig.UNLIMITED, QUEUE_PACKETS),
                    (buffer, offset, length) -> {});
        }
        LocalClient client = LocalClient.without(device, timeline, 1);
        client.loadPipeline(
                Files.readString(p4info, StandardCharsets.UTF_8), Files.readAllBytes(json));
        List<String> refusals = client.write(Files.readString(entries, StandardCharsets.UTF_8));
        if (!refusals.isEmpty()) {
            throw new ProgramException(entries + ": " + refusals.get(0));
        }
        return device;
    }
}
