// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.runner.stock.StockException;
import org.weir.runner.stock.files.CaptureFileSwitch;
import org.weir.runner.stock.files.IdleWatch;
import org.weir.runner.stock.files.StockState;

/** Runs capture files through stock BMv2, from files into files, on all processors. */
final class StockRuns {

    /** Time for the entries before the first packet. */
    private static final int WAIT_SECONDS = 5;

    /** Deep enough for packets to wait in rather than to be lost: BMv2's ingress does not wait. */
    private static final int QUEUE_PACKETS = 1 << 20;

    private static final int FILE_HEADER_BYTES = 24;
    private static final long POLL_MS = 100;
    private static final long START_TIMEOUT_MS = 60_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double TICKS_PER_SECOND = 100;

    private final Path executable;
    private final Traffic traffic;
    private final Path folder;
    private final SwitchControl ours;

    /** Makes runs with the entries of one of our switches. */
    StockRuns(Path executable, Traffic traffic, Path folder, SwitchControl ours) {
        this.executable = executable;
        this.traffic = traffic;
        this.folder = folder;
        this.ours = ours;
    }

    private Path out(int port) {
        return folder.resolve("p" + port + "_out.pcap");
    }

    /** Starts one, and runs all packets through it. */
    Run run(long packets) throws IOException, InterruptedException {
        for (int port : traffic.ports()) {
            Files.deleteIfExists(out(port));
        }
        try (CaptureFileSwitch stock =
                CaptureFileSwitch.start(
                        executable,
                        folder,
                        traffic.program(),
                        traffic.ports(),
                        WAIT_SECONDS,
                        Map.of())) {
            stock.control().setQueueDepths(QUEUE_PACKETS);
            new StockState(ours, stock.control()).copy();
            if (sentBytes() > 0) {
                throw new StockException(
                        "simple_switch took more than %d s to take its entries"
                                .formatted(WAIT_SECONDS));
            }
            double cpuBefore = cpuSeconds(stock.pid());
            long deadline = System.currentTimeMillis() + WAIT_SECONDS * 1000L + START_TIMEOUT_MS;
            while (sentBytes() == 0) {
                stock.check();
                if (System.currentTimeMillis() > deadline) {
                    throw new StockException("simple_switch has sent no frame");
                }
                Thread.sleep(POLL_MS);
            }
            awaitEnd(stock);
            double cpuSeconds = cpuSeconds(stock.pid()) - cpuBefore;
            return times(packets, cpuSeconds);
        }
    }

    /** Until it is idle and has sent nothing for a while. */
    private void awaitEnd(CaptureFileSwitch stock) throws IOException, InterruptedException {
        long before = -1;
        while (sentBytes() != before) {
            before = sentBytes();
            Thread.sleep(POLL_MS);
            // Its threads of now: the one that has read the files ends.
            try (IdleWatch idle = new IdleWatch(stock.pid())) {
                idle.await();
            } catch (IOException e) {
                stock.check();
                before = -1;
            }
        }
    }

    private long sentBytes() throws IOException {
        long bytes = 0;
        for (int port : traffic.ports()) {
            Path file = out(port);
            if (Files.exists(file)) {
                bytes += Math.max(0, Files.size(file) - FILE_HEADER_BYTES);
            }
        }
        return bytes;
    }

    /** Run by its own time stamps: those of the first and of the last frame sent. */
    private Run times(long packets, double cpuSeconds) throws IOException {
        long first = Long.MAX_VALUE;
        long last = 0;
        long frames = 0;
        for (int port : traffic.ports()) {
            if (Files.size(out(port)) <= FILE_HEADER_BYTES) {
                continue;
            }
            try (CaptureReader reader =
                    CaptureReader.open(
                            Files.newInputStream(out(port)), out(port).toString(), false)) {
                while (reader.next()) {
                    frames++;
                    first = Math.min(first, reader.timeNs());
                    last = Math.max(last, reader.timeNs());
                }
            }
        }
        return new Run(packets, frames, (last - first) / NANOS_PER_SECOND, cpuSeconds, 0, 0);
    }

    /** utime and stime, fields 14 and 15 of proc_pid_stat(5). */
    private static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) / TICKS_PER_SECOND;
    }
}
