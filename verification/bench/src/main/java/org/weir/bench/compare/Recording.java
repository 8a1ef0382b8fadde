// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;

/**
 * Recording of stock BMv2's answers to some packets, so that they can be checked where there is no
 * BMv2: a pcapng file in which each port has two interfaces, one for frames received and one for
 * frames sent because of them, and the counters and registers at the end as text.
 */
final class Recording implements Closeable {

    private static final long NANOS_PER_MICRO = 1000;

    /**
     * A packet with the frames sent for it.
     *
     * @param timeMicros time at which it arrived, µs
     * @param port by which it came
     * @param frame its bytes
     * @param out frames sent because of it, in order
     */
    record Packet(long timeMicros, int port, byte[] frame, List<OutputFrame> out) {}

    private final CaptureWriter writer;
    private final Path folder;
    private final Workload workload;

    /** Starts to record into a folder. */
    Recording(Path folder, Workload workload) throws IOException {
        this.folder = folder;
        this.workload = workload;
        Files.createDirectories(folder);
        List<String> names = new ArrayList<>();
        for (int port : workload.ports()) {
            names.add("in " + port);
            names.add("out " + port);
        }
        writer =
                CaptureWriter.create(
                        folder.resolve(workload.name() + ".pcapng"),
                        CaptureFormat.PCAPNG,
                        names.get(0));
        for (String name : names.subList(1, names.size())) {
            writer.addInterface(name);
        }
    }

    void add(long timeMicros, InputFrame in, List<OutputFrame> out) throws IOException {
        int index = 2 * workload.ports().indexOf(in.port());
        long timeNs = timeMicros * NANOS_PER_MICRO;
        writer.write(index, timeNs, in.bytes(), 0, in.bytes().length);
        for (OutputFrame frame : out) {
            int outIndex = 2 * workload.ports().indexOf(frame.port()) + 1;
            writer.write(outIndex, timeNs, frame.bytes(), 0, frame.bytes().length);
        }
    }

    /** Writes what has been counted; the switch must have the same state as stock BMv2. */
    void addState(SwitchControl control) throws IOException {
        Files.write(
                folder.resolve(workload.name() + ".txt"), state(control), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    /** Reads a recording. */
    static List<Packet> read(InputStream capture, Workload workload) throws IOException {
        List<Packet> packets = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(capture, workload.name(), true)) {
            while (reader.next()) {
                int port = workload.ports().get(reader.interfaceIndex() / 2);
                if (reader.interfaceIndex() % 2 == 0) {
                    packets.add(
                            new Packet(
                                    reader.timeNs() / NANOS_PER_MICRO,
                                    port,
                                    reader.frame(),
                                    new ArrayList<>()));
                } else {
                    packets.get(packets.size() - 1)
                            .out()
                            .add(new OutputFrame(port, reader.frame()));
                }
            }
        }
        return packets;
    }

    /** All counters and registers that are not 0, one a line. */
    static List<String> state(SwitchControl control) {
        List<String> lines = new ArrayList<>();
        for (CounterControl counter : control.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                add(lines, "counter " + counter.name() + " " + i, counter.read(i));
            }
        }
        for (TableControl table : control.tables()) {
            int number = 0;
            for (TableEntry entry : table.entries()) {
                if (table.hasDirectCounter()) {
                    add(
                            lines,
                            "entry " + table.name() + " " + number,
                            table.readCounter(entry.match(), entry.priority()));
                }
                number++;
            }
        }
        for (RegisterControl register : control.registers()) {
            for (int i = 0; i < register.size(); i++) {
                BigInteger value = new BigInteger(1, register.read(i));
                if (value.signum() != 0) {
                    lines.add("register %s %d %s".formatted(register.name(), i, value));
                }
            }
        }
        return lines;
    }

    private static void add(List<String> lines, String what, CounterValue value) {
        if (!value.equals(CounterValue.ZERO)) {
            lines.add("%s %d packets %d bytes".formatted(what, value.packets(), value.bytes()));
        }
    }
}
