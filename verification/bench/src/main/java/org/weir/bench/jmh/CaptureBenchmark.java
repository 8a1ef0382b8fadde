// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.jmh;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;

/** Capture files, per frame. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CaptureBenchmark {

    private static final int FRAMES = 100_000;
    private static final int FRAME_BYTES = 100;

    /** The format of the file. */
    @Param({"PCAP_NANOS", "PCAPNG"})
    public CaptureFormat format;

    private byte[] file;

    /** Writes the file that is read. */
    @Setup
    public void writeFile() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] frame = new byte[FRAME_BYTES];
        try (CaptureWriter writer = CaptureWriter.to(bytes, format, "port")) {
            for (int i = 0; i < FRAMES; i++) {
                writer.write(i, frame);
            }
        }
        file = bytes.toByteArray();
    }

    /** Reads a file of frames. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public long read() throws IOException {
        long sum = 0;
        try (CaptureReader reader =
                CaptureReader.open(new ByteArrayInputStream(file), "frames", true)) {
            while (reader.next()) {
                sum += reader.length();
            }
        }
        return sum;
    }
}
