// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads addresses to listen on: {@code HOST:PORT}, or {@code [IPv6]:PORT}. */
public final class SocketAddresses implements ITypeConverter<InetSocketAddress> {

    @Override
    public InetSocketAddress convert(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            port = -1;
        }
        if (host.isEmpty() || port < 0 || port > 65535) {
            throw new TypeConversionException(
                    "'" + text + "' is no address; write HOST:PORT, the port 0 to 65535");
        }
        return InetSocketAddress.createUnresolved(host, port);
    }
}
