// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import org.weir.bench.iperf.IperfConnection;

/** A program in one host that sends to a program in another, in one class. */
interface ClassProgram extends AutoCloseable {
    /** A time in which goodput is measured, from when this was made. */
    @FunctionalInterface
    interface Window {
        /** Ends the time, and returns the rate of the payload received in it, bit/s. */
        double goodputBps() throws IOException, InterruptedException;
    }

    /** Begins to measure. */
    Window measure();

    @Override
    void close() throws IOException;

    /** A connection of iperf3, which measures from the end of the time that it omits. */
    static ClassProgram of(IperfConnection connection) {
        return new ClassProgram() {
            @Override
            public Window measure() {
                return connection::receivedBps;
            }

            @Override
            public void close() throws IOException {
                connection.close();
            }
        };
    }
}
