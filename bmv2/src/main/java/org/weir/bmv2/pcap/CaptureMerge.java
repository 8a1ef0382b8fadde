// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The frames of several capture files in the order of their times; at the same time, in the order
 * of their ports' numbers. The order within a file is kept even where its times go back.
 */
public final class CaptureMerge implements Closeable {

    private final int[] ports;
    private final CaptureReader[] readers;
    private final boolean[] hasFrame;
    private long startNs = Long.MAX_VALUE;
    private int current = -1;

    /**
     * Merges files.
     *
     * @param byPort their readers by port number, not read yet; closed with this
     * @throws IOException when one cannot be read
     */
    public CaptureMerge(Map<Integer, CaptureReader> byPort) throws IOException {
        SortedMap<Integer, CaptureReader> sorted = new TreeMap<>(byPort);
        ports = sorted.keySet().stream().mapToInt(Integer::intValue).toArray();
        readers = sorted.values().toArray(CaptureReader[]::new);
        hasFrame = new boolean[readers.length];
        for (int i = 0; i < readers.length; i++) {
            hasFrame[i] = readers[i].next();
            if (hasFrame[i]) {
                startNs = Math.min(startNs, readers[i].timeNs());
            }
        }
    }

    /** Time of the earliest of all files' first frames, in nanoseconds since 1970; 0 for none. */
    public long startNs() {
        return startNs == Long.MAX_VALUE ? 0 : startNs;
    }

    /**
     * Goes to the next frame.
     *
     * @return false when all files have ended
     */
    public boolean next() throws IOException {
        if (current >= 0) {
            hasFrame[current] = readers[current].next();
        }
        current = -1;
        for (int i = 0; i < readers.length; i++) {
            if (hasFrame[i] && (current < 0 || readers[i].timeNs() < readers[current].timeNs())) {
                current = i;
            }
        }
        return current >= 0;
    }

    /** Port that the frame comes in by. */
    public int port() {
        return ports[current];
    }

    /** Reader that is at the current frame. */
    public CaptureReader frame() {
        return readers[current];
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (CaptureReader reader : readers) {
            try {
                reader.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
