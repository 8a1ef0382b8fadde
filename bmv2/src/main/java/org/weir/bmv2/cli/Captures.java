// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;

/** The open files of pcap ports, by port number. */
final class Captures implements Closeable {

    private final Map<Integer, CaptureReader> readers = new TreeMap<>();
    private final Map<Integer, CaptureWriter> writers = new TreeMap<>();
    private final Map<Integer, PortBinding> bindings = new TreeMap<>();

    /**
     * Opens files, those that are read first.
     *
     * @throws IOException naming port and file
     */
    Captures(Collection<PortBinding> ports) throws IOException {
        try {
            for (PortBinding port : ports) {
                bindings.put(port.number(), port);
                if (port.in() != null) {
                    readers.put(port.number(), openReader(port));
                }
            }
            for (PortBinding port : ports) {
                if (port.out() != null) {
                    writers.put(port.number(), openWriter(port));
                }
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static CaptureReader openReader(PortBinding port) throws IOException {
        try {
            return CaptureReader.open(port.in());
        } catch (IOException e) {
            throw named(port, e);
        }
    }

    private static CaptureWriter openWriter(PortBinding port) throws IOException {
        CaptureFormat format =
                port.out().toString().endsWith(".pcapng")
                        ? CaptureFormat.PCAPNG
                        : CaptureFormat.PCAP_NANOS;
        try {
            return CaptureWriter.create(port.out(), format, "port" + port.number());
        } catch (IOException e) {
            throw new IOException(
                    "--port %d=%s: %s cannot be written: %s"
                            .formatted(port.number(), port.text(), port.out(), reason(e)),
                    e);
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException f && f.getReason() == null
                ? f.getClass().getSimpleName()
                : e.getMessage();
    }

    private static IOException named(PortBinding port, IOException e) {
        return new IOException(
                "--port %d=%s: %s".formatted(port.number(), port.text(), e.getMessage()), e);
    }

    /** The files that frames come from. */
    Map<Integer, CaptureReader> readers() {
        return readers;
    }

    /** The file that a port's frames come from; null for none. */
    CaptureReader reader(int port) {
        return readers.get(port);
    }

    /** The file that a port's frames go to; null for none. */
    CaptureWriter writer(int port) {
        return writers.get(port);
    }

    /** Text of a port's options, for messages. */
    String text(int port) {
        return "--port " + port + "=" + bindings.get(port).text();
    }

    @Override
    public void close() throws IOException {
        List<Closeable> files = new ArrayList<>(readers.values());
        files.addAll(writers.values());
        IOException failure = null;
        for (Closeable file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
