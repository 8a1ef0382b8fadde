// SPDX-License-Identifier: Apache-2.0
package org.weir.app.flow;

import java.util.regex.Pattern;
import org.onlab.packet.IpAddress;

/**
 * Source and destination of a flow, with its protocol and ports. As text it is such as {@code
 * 10.0.0.1/17/41000/10.0.0.5/5201}: source, protocol, source port, destination, destination port.
 * Ordered by this text. Immutable.
 */
public final class FlowEnds implements Comparable<FlowEnds> {

    /** Greatest number of a protocol. */
    public static final int MAX_PROTOCOL = 255;

    /** Greatest number of a port. */
    public static final int MAX_PORT = 65_535;

    private static final Pattern TEXT =
            Pattern.compile("[0-9A-Fa-f.:]{2,45}/\\d{1,3}/\\d{1,5}/[0-9A-Fa-f.:]{2,45}/\\d{1,5}");

    private final IpAddress source;
    private final IpAddress destination;
    private final int protocol;
    private final int sourcePort;
    private final int destinationPort;

    /**
     * A flow's ends.
     *
     * @param source source address
     * @param destination destination address, of the same IP version
     * @param protocol IP protocol, 0 to {@value #MAX_PROTOCOL}
     * @param sourcePort source port, 0 to {@value #MAX_PORT}; 0 for a protocol without ports
     * @param destinationPort destination port, likewise
     */
    public FlowEnds(
            IpAddress source,
            IpAddress destination,
            int protocol,
            int sourcePort,
            int destinationPort) {
        this.source = source;
        this.destination = destination;
        this.protocol = protocol;
        this.sourcePort = sourcePort;
        this.destinationPort = destinationPort;
    }

    /** True for a text that has the form of one of {@link #toString}. */
    public static boolean isText(String text) {
        return TEXT.matcher(text).matches();
    }

    /** Source address. */
    public IpAddress source() {
        return source;
    }

    /** Destination address. */
    public IpAddress destination() {
        return destination;
    }

    /** IP protocol. */
    public int protocol() {
        return protocol;
    }

    /** Source port; 0 for a protocol without ports. */
    public int sourcePort() {
        return sourcePort;
    }

    /** Destination port; 0 for a protocol without ports. */
    public int destinationPort() {
        return destinationPort;
    }

    @Override
    public int compareTo(FlowEnds other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowEnds && compareTo((FlowEnds) other) == 0;
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return source
                + "/"
                + protocol
                + "/"
                + sourcePort
                + "/"
                + destination
                + "/"
                + destinationPort;
    }
}
