// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Capture files: written and read again, and files as other tools write them, byte by byte. */
class CaptureTest {

    private static final long TIME_NS = 1_700_000_000_123_456_789L;

    @TempDir private Path folder;

    private record Frame(long timeNs, int interfaceIndex, int originalLength, List<Byte> bytes) {}

    private static List<Byte> list(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte each : bytes) {
            list.add(each);
        }
        return list;
    }

    private static List<Frame> read(byte[] file) throws IOException {
        List<Frame> frames = new ArrayList<>();
        try (CaptureReader reader =
                CaptureReader.open(new ByteArrayInputStream(file), "test.pcap", true)) {
            while (reader.next()) {
                assertThat(reader.length()).isEqualTo(reader.frame().length);
                frames.add(
                        new Frame(
                                reader.timeNs(),
                                reader.interfaceIndex(),
                                reader.originalLength(),
                                list(reader.frame())));
            }
        }
        return frames;
    }

    private static byte[] write(CaptureFormat format, List<byte[]> frames) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CaptureWriter writer = CaptureWriter.to(bytes, format, "port1")) {
            for (int i = 0; i < frames.size(); i++) {
                writer.write(TIME_NS + i, frames.get(i));
            }
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(CaptureFormat.class)
    void whatIsWrittenIsRead(CaptureFormat format) throws IOException {
        Random random = new Random(1);
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            byte[] frame = new byte[i < 10 ? i : random.nextInt(i % 50 == 0 ? 262_144 : 1600)];
            random.nextBytes(frame);
            frames.add(frame);
        }
        frames.add(new byte[CaptureReader.MAX_FRAME_BYTES]);
        List<Frame> read = read(write(format, frames));
        assertThat(read).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            long timeNs = TIME_NS + i;
            if (format == CaptureFormat.PCAP_MICROS) {
                timeNs = timeNs / 1000 * 1000;
            }
            assertThat(read.get(i))
                    .isEqualTo(new Frame(timeNs, 0, frames.get(i).length, list(frames.get(i))));
        }
    }

    @ParameterizedTest
    @EnumSource(CaptureFormat.class)
    void theBeginningOfAFrameKeepsTheFramesLength(CaptureFormat format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CaptureWriter writer = CaptureWriter.to(bytes, format, "eth0")) {
            writer.writeStart(0, TIME_NS, new byte[] {0, 1, 2, 3, 4}, 1, 3, 1514);
        }
        try (CaptureReader reader =
                CaptureReader.open(
                        new ByteArrayInputStream(bytes.toByteArray()), "test.pcap", true)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.frame()).containsExactly(1, 2, 3);
            assertThat(reader.originalLength()).isEqualTo(1514);
            assertThat(reader.next()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(CaptureFormat.class)
    void aFileThatEndsTooEarlySaysWhere(CaptureFormat format) throws IOException {
        byte[] file = write(format, List.of(new byte[60], new byte[61]));
        int lastRecord = file.length - (format == CaptureFormat.PCAPNG ? 32 + 64 : 16 + 61);
        for (int length = 1; length < file.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(file, length);
            boolean betweenRecords;
            try {
                betweenRecords = read(cut).size() < 2;
            } catch (CaptureException e) {
                assertThat(e).hasMessageContaining("test.pcap: offset ");
                assertThat(e.getMessage()).containsAnyOf("the file ends inside");
                if (length > lastRecord) {
                    assertThat(e.fileOffset()).isEqualTo(lastRecord);
                }
                continue;
            }
            assertThat(betweenRecords).as("cut after %d bytes", length).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsClassicFilesInEitherByteOrder(boolean little) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(100).order(order(little));
        file.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0);
        file.putInt(65535).putInt(1);
        // The seconds are unsigned: this frame is of the year 2100.
        file.putInt((int) 4_102_444_800L).putInt(999_999).putInt(3).putInt(1500);
        file.put(new byte[] {1, 2, 3});
        assertThat(read(content(file)))
                .containsExactly(
                        new Frame(4_102_444_800_999_999_000L, 0, 1500, list(new byte[] {1, 2, 3})));
    }

    private static ByteOrder order(boolean little) {
        return little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private static byte[] content(ByteBuffer buffer) {
        return java.util.Arrays.copyOf(buffer.array(), buffer.position());
    }

    private static void section(ByteBuffer file) {
        file.putInt(0x0a0d0d0a).putInt(28).putInt(0x1a2b3c4d);
        file.putShort((short) 1).putShort((short) 0).putLong(-1).putInt(28);
    }

    private static void describe(ByteBuffer file, int linkType, int snapBytes, int resolution) {
        int bytes = 20 + 8 + 12;
        file.putInt(1).putInt(bytes).putShort((short) linkType).putShort((short) 0);
        file.putInt(snapBytes);
        file.putShort((short) 9).putShort((short) 1).put((byte) resolution).put(new byte[3]);
        file.putShort((short) 14).putShort((short) 8).putLong(10);
        file.putInt(bytes);
    }

    private static void enhanced(ByteBuffer file, int interfaceIndex, long ticks, byte... frame) {
        int padded = (frame.length + 3) / 4 * 4;
        int bytes = 32 + padded + 8;
        file.putInt(6).putInt(bytes).putInt(interfaceIndex);
        file.putInt((int) (ticks >>> 32)).putInt((int) ticks);
        file.putInt(frame.length).putInt(frame.length).put(frame);
        file.put(new byte[padded - frame.length]);
        // A comment.
        file.putShort((short) 1).putShort((short) 2).put((byte) 'h').put((byte) 'i');
        file.putShort((short) 0).putInt(bytes);
    }

    @Test
    void readsSectionsInterfacesAndResolutionsOfPcapng() throws IOException {
        ByteBuffer file = ByteBuffer.allocate(2000);
        section(file);
        describe(file, 1, 0, 9);
        describe(file, 113, 0, 9);
        describe(file, 1, 0, 0x80 | 40);
        enhanced(file, 0, 5, (byte) 1);
        // A block that nobody knows.
        file.putInt(0x0bad).putInt(16).putInt(7).putInt(16);
        enhanced(file, 2, (3L << 40) + (1L << 39), (byte) 2, (byte) 3);
        file.order(ByteOrder.LITTLE_ENDIAN);
        section(file);
        describe(file, 1, 2, 3);
        // A simple packet block of 5 bytes, of which the interface kept 2.
        file.putInt(3).putInt(20).putInt(5).put(new byte[] {8, 9, 0, 0}).putInt(20);
        enhanced(file, 0, 7, (byte) 4);
        assertThat(read(content(file)))
                .containsExactly(
                        new Frame(10_000_000_005L, 0, 1, list(new byte[] {1})),
                        new Frame(13_500_000_000L, 2, 2, list(new byte[] {2, 3})),
                        new Frame(13_500_000_000L, 0, 5, list(new byte[] {8, 9})),
                        new Frame(10_007_000_000L, 0, 1, list(new byte[] {4})));
    }

    @Test
    void aFrameOfAnotherLinkTypeIsRefused() {
        ByteBuffer file = ByteBuffer.allocate(200);
        section(file);
        describe(file, 113, 0, 6);
        enhanced(file, 0, 5, (byte) 1);
        assertThatThrownBy(() -> read(content(file)))
                .isInstanceOf(CaptureException.class)
                .hasMessage(
                        "test.pcap: offset 68: frames of link type 113; only Ethernet, link type 1, is read");
    }

    @Test
    void damageIsNamedWithItsPlace() {
        ByteBuffer file = ByteBuffer.allocate(200);
        section(file);
        describe(file, 1, 0, 6);
        enhanced(file, 1, 5, (byte) 1);
        assertThatThrownBy(() -> read(content(file)))
                .hasMessage(
                        "test.pcap: offset 68: a packet of interface 1, but its section describes 1 interfaces");
        file.putInt(32, 66);
        assertThatThrownBy(() -> read(content(file)))
                .hasMessage(
                        "test.pcap: offset 28: a block of type 0x00000001 with a length of 66 bytes; it must be a multiple of 4 and at least 20");
        file.putInt(32, 44);
        assertThatThrownBy(() -> read(content(file)))
                .hasMessageContaining("offset 28: a block of 44 bytes that ends with the length");
        byte[] classic = new byte[40];
        ByteBuffer.wrap(classic).putInt(0xa1b2c3d4).putShort((short) 2).putInt(20, 1);
        ByteBuffer.wrap(classic).putInt(24 + 8, -1);
        assertThatThrownBy(() -> read(classic))
                .hasMessage(
                        "test.pcap: offset 24: a frame of 4294967295 bytes; at most 262144 are believed");
    }

    @Test
    void foreignFilesAreRefused() throws IOException {
        assertThatThrownBy(() -> read(new byte[0]))
                .hasMessage("test.pcap: offset 0: the file is empty");
        assertThatThrownBy(() -> read("hello world".getBytes()))
                .hasMessage(
                        "test.pcap: offset 0: starts with 0x68656c6c, so it is neither a pcap nor a pcapng file");
        Path missing = folder.resolve("none.pcap");
        assertThatThrownBy(() -> CaptureReader.open(missing))
                .isInstanceOf(IOException.class)
                .hasMessage(missing + ": no such file");
        Path there = folder.resolve("some.pcap");
        Files.write(there, write(CaptureFormat.PCAP_NANOS, List.of(new byte[14])));
        try (CaptureReader reader = CaptureReader.open(there)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isFalse();
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void readingAndWritingTakeNoMemoryPerFrame() throws IOException {
        Path file = folder.resolve("many.pcapng");
        byte[] frame = new byte[100];
        try (CaptureWriter writer = CaptureWriter.create(file, CaptureFormat.PCAPNG, "port1")) {
            assertThat(allocatedBytes(() -> writeMany(writer, frame))).isLessThan(100_000);
        }
        try (CaptureReader reader = CaptureReader.open(file)) {
            assertThat(allocatedBytes(() -> readAll(reader))).isLessThan(100_000);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void writeMany(CaptureWriter writer, byte[] frame) throws IOException {
        for (int i = 0; i < 100_000; i++) {
            writer.write(i, frame);
        }
    }

    private static void readAll(CaptureReader reader) throws IOException {
        int frames = 0;
        while (reader.next()) {
            frames++;
        }
        assertThat(frames).isEqualTo(100_000);
    }

    private static long allocatedBytes(Work work) throws IOException {
        var threads =
                (com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
