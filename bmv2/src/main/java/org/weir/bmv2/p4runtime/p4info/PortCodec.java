// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import org.weir.bmv2.rpc.RequestException;

/**
 * Ports in P4Runtime's own fields, such as {@code watch_port}, between a client's form and the
 * switch's. A client gives strings where the P4Info has a type of ports with {@code sdn_string},
 * and otherwise numbers. May be used from any thread.
 */
public final class PortCodec {

    private final Ports ports;

    /** Null where clients give numbers. */
    private final StringTranslation strings;

    PortCodec(Ports ports, StringTranslation strings) {
        this.ports = ports;
        this.strings = strings;
    }

    /**
     * The data plane's number of a port that a client gives as a byte string.
     *
     * @throws RequestException OUT_OF_RANGE if it should be a number and is none of 32 bits,
     *     INVALID_ARGUMENT if it is no port's
     */
    public int decode(ByteString port, String what) {
        return strings == null
                ? ports.decode(port, what)
                : ports.decode(strings.number(port, what).intValue(), what);
    }

    /** The data plane's number of a port that a client gives in a field of numbers. */
    public int decode(int port, String what) {
        return ports.decode(port, what);
    }

    /** A port of the switch as a client sees it. */
    public ByteString encode(int port) {
        return strings == null
                ? Bytestrings.encode(Bytestrings.bytes(port))
                : strings.string(BigInteger.valueOf(port));
    }

    /** A client's port in the form in which it is read. */
    public ByteString canonical(ByteString port) {
        return strings == null ? Bytestrings.shortest(port) : port;
    }

    /** True if there is such a port; the CPU port is one. */
    public boolean exists(int number) {
        return ports.exists(number);
    }
}
