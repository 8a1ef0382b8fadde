// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TSocket;

import java.io.IOException;

/**
 * Rates and depths of stock BMv2's queues, which only its Thrift service {@code simple_switch}
 * sets, and its clock. Calls with numbers alone need no generated classes.
 */
final class QueueControl implements AutoCloseable {
    private static final int TIMEOUT_MS = 10_000;

    private final TSocket socket;
    private final TProtocol in;
    private final TProtocol out;
    private int sequence;

    /** Connects; in the switch's namespace. */
    QueueControl(int port) throws IOException {
        try {
            socket = new TSocket("127.0.0.1", port);
            socket.setTimeout(TIMEOUT_MS);
            socket.open();
        } catch (TException e) {
            throw new StockException("Thrift port " + port + ": " + e.getMessage(), e);
        }
        in = new TBinaryProtocol(socket);
        out = new TMultiplexedProtocol(in, "simple_switch");
    }

    /** Sets the packets that each priority of a port may hold. */
    void setDepth(int port, int depthPackets) throws IOException {
        call("set_egress_queue_depth", port, depthPackets);
    }

    /**
     * Sets the rate of one priority of a port.
     *
     * @param ratePps packets/s, 0 for no limit; holds for packets that come from now on
     */
    void setRate(int port, int priority, long ratePps) throws IOException {
        call("set_egress_priority_queue_rate", port, priority, ratePps);
    }

    /** Time since the switch's start, µs: what its packets' time stamps count. */
    long elapsedUs() throws IOException {
        return call("get_time_elapsed_us");
    }

    /** Calls a method; what it returns, or 0 when that is nothing. */
    private long call(String method, Number... arguments) throws IOException {
        try {
            out.writeMessageBegin(new TMessage(method, TMessageType.CALL, ++sequence));
            out.writeStructBegin(new TStruct(""));
            for (int i = 0; i < arguments.length; i++) {
                boolean wide = arguments[i] instanceof Long;
                out.writeFieldBegin(new TField("", wide ? TType.I64 : TType.I32, (short) (i + 1)));
                if (wide) {
                    out.writeI64(arguments[i].longValue());
                } else {
                    out.writeI32(arguments[i].intValue());
                }
                out.writeFieldEnd();
            }
            out.writeFieldStop();
            out.writeStructEnd();
            out.writeMessageEnd();
            socket.flush();
            TMessage answer = in.readMessageBegin();
            if (answer.type == TMessageType.EXCEPTION) {
                throw TApplicationException.readFrom(in);
            }
            long result = readResult();
            in.readMessageEnd();
            return result;
        } catch (TException e) {
            throw new StockException("Thrift call " + method + ": " + e.getMessage(), e);
        }
    }

    private long readResult() throws TException {
        long result = 0;
        in.readStructBegin();
        for (TField field = in.readFieldBegin();
                field.type != TType.STOP;
                field = in.readFieldBegin()) {
            if (field.type == TType.I64) {
                result = in.readI64();
            } else if (field.type == TType.I32) {
                result = in.readI32();
            } else {
                TProtocolUtil.skip(in, field.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        return result;
    }

    @Override
    public void close() {
        socket.close();
    }
}
