// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Addresses of an interface as they were last read. An address that is not among them may be new:
 * they are read again then, but not before {@link #LEAST_AGE_NS}, and ten times as long as the last
 * reading took, have passed since then, so that packets to addresses of others do not make the
 * agent read all day. Only one thread reads and tests; any may ask for the addresses.
 */
public final class InterfaceAddresses implements Predicate<InetAddress> {
    /** Least time between two readings for addresses that are not known, ns. */
    static final long LEAST_AGE_NS = 50_000_000L;

    private static final long LEAST_AGE_READINGS = 10;

    private final Reader reader;
    private final LongSupplier clockNs;
    private volatile Set<InetAddress> present = Set.of();

    /** Time before which they are not read again for an address that is not known, ns. */
    private long nextNs;

    /** Reads the addresses. */
    @FunctionalInterface
    public interface Reader {
        /** All addresses at the moment. */
        Set<InetAddress> read() throws IOException;
    }

    /**
     * Addresses that are not read yet.
     *
     * @param reader reads them
     * @param clockNs clock that never goes back, ns
     */
    public InterfaceAddresses(Reader reader, LongSupplier clockNs) {
        this.reader = reader;
        this.clockNs = clockNs;
        nextNs = clockNs.getAsLong();
    }

    /** Reads the addresses. */
    public void read() throws IOException {
        long startNs = clockNs.getAsLong();
        present = reader.read();
        long endNs = clockNs.getAsLong();
        nextNs = endNs + Math.max(LEAST_AGE_NS, LEAST_AGE_READINGS * (endNs - startNs));
    }

    /** The addresses as they were last read. */
    public Set<InetAddress> present() {
        return present;
    }

    /** True if the interface has an address. */
    @Override
    public boolean test(InetAddress address) {
        if (!present.contains(address) && clockNs.getAsLong() - nextNs >= 0) {
            try {
                read();
            } catch (IOException e) {
                // The next reading at its time says what is wrong with the interface.
                nextNs = clockNs.getAsLong() + LEAST_AGE_NS;
            }
        }
        return present.contains(address);
    }
}
