// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;

/**
 * A connection to the Thrift services of a stock BMv2 switch on this machine. Methods are called by
 * name, without generated classes.
 */
public final class ThriftConnection implements AutoCloseable {

    private final TSocket socket;
    private final TProtocol protocol;
    private int sequence;

    /**
     * Connects.
     *
     * @param port TCP port on 127.0.0.1
     * @param timeoutMs longest wait for the connection and for each answer, ms
     * @throws StockException when nothing accepts the connection
     */
    public ThriftConnection(int port, int timeoutMs) throws StockException {
        try {
            socket = new TSocket("127.0.0.1", port);
            socket.setTimeout(timeoutMs);
            socket.open();
            protocol = new TBinaryProtocol(socket);
        } catch (TException e) {
            throw new StockException("Thrift port " + port + ": " + e.getMessage(), e);
        }
    }

    /**
     * Calls a method.
     *
     * @param service such as {@code simple_switch}
     * @param arguments values that a {@link ThriftStruct} can hold
     * @return the result; null for a method without one
     * @throws StockException when the switch refuses the call or does not answer
     */
    public Object call(String service, String method, Object... arguments) throws StockException {
        TProtocol out = new TMultiplexedProtocol(protocol, service);
        try {
            out.writeMessageBegin(new TMessage(method, TMessageType.CALL, ++sequence));
            ThriftStruct.of(arguments).write(out);
            out.writeMessageEnd();
            socket.flush();
            TMessage answer = protocol.readMessageBegin();
            if (answer.type == TMessageType.EXCEPTION) {
                throw TApplicationException.readFrom(protocol);
            }
            ThriftStruct result = ThriftStruct.read(protocol);
            protocol.readMessageEnd();
            if (result.get(1) instanceof ThriftStruct refused) {
                throw new StockException(
                        "simple_switch refuses %s%s with code %s"
                                .formatted(method, describe(arguments), refused.get(1)));
            }
            return result.get(0);
        } catch (TException e) {
            throw new StockException(
                    "simple_switch does not answer %s%s: %s"
                            .formatted(method, describe(arguments), e),
                    e);
        }
    }

    private static String describe(Object[] arguments) {
        List<String> names = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument instanceof String || argument instanceof Number) {
                names.add(argument.toString());
            }
        }
        return names.toString();
    }

    @Override
    public void close() {
        socket.close();
    }
}
