// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.weir.agent.shaping.HostInterface;

/** State of an interface's link, as Linux tells it. */
interface Link {
    /** Time between two looks at a link that does not have its rate yet, ms. */
    long LOOK_MS = 1000;

    /** Looks at a link with a carrier until its rate counts as unknown for good. */
    int MOST_LOOKS = 5;

    /** A pause that ends early when the agent is asked to end. */
    @FunctionalInterface
    interface Pause {
        /** Waits; true if the agent has been asked to end. */
        boolean endsWithin(long ms);
    }

    /** True if it is connected. */
    boolean hasCarrier() throws IOException;

    /** Rate of the line, Mb/s; 0 if Linux does not say. */
    long rateMbps() throws IOException;

    /** The link of an interface of this network namespace. */
    static Link of(String device) {
        Path folder = Path.of("/sys/class/net", device);
        return new Link() {
            @Override
            public boolean hasCarrier() throws IOException {
                HostInterface.indexOf(device);
                return number(folder.resolve("carrier")) == 1;
            }

            @Override
            public long rateMbps() throws IOException {
                HostInterface.indexOf(device);
                return Math.max(0, number(folder.resolve("speed")));
            }
        };
    }

    /** A number in a file of Linux's, which cannot be read while an interface is down; then -1. */
    private static long number(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    /**
     * Waits until Linux knows the rate of a link: a network card has none without a carrier, such
     * as while the host starts before its switch.
     *
     * @param device name of the interface, for messages
     * @param say gets one line if it has to wait
     * @return the rate, Mb/s; 0 if the agent was asked to end
     * @throws IOException if there is a carrier, and no rate
     */
    static long awaitRateMbps(String device, Link link, Pause pause, Consumer<String> say)
            throws IOException {
        boolean said = false;
        int looks = 0;
        while (true) {
            long mbps = link.rateMbps();
            if (mbps > 0) {
                return mbps;
            }
            looks = link.hasCarrier() ? looks + 1 : 0;
            if (looks == MOST_LOOKS) {
                throw new IOException(
                        device + ": its rate is unknown: Linux does not say; give it (--rate)");
            }
            if (looks == 0 && !said) {
                said = true;
                say.accept(
                        device
                                + " is not connected, so that its rate is unknown; waits for it"
                                + " (or give --rate)");
            }
            if (pause.endsWithin(LOOK_MS)) {
                return 0;
            }
        }
    }
}
