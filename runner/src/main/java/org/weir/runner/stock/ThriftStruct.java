// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/**
 * A Thrift struct by the numbers of its fields, so that BMv2's interface needs no generated
 * classes. Values are Boolean, Byte, Short, Integer, Long, Double, String, byte[] (read as well as
 * written for Thrift's strings), List and ThriftStruct.
 */
public final class ThriftStruct {

    private final Map<Short, Object> fields = new TreeMap<>();

    /** Sets a field; null leaves it out. */
    public ThriftStruct set(int id, Object value) {
        if (value != null) {
            fields.put((short) id, value);
        }
        return this;
    }

    /** A struct whose fields are numbered from 1 in the order given. */
    public static ThriftStruct of(Object... values) {
        ThriftStruct struct = new ThriftStruct();
        for (int i = 0; i < values.length; i++) {
            struct.set(i + 1, values[i]);
        }
        return struct;
    }

    /** A field; null when it is not there. */
    public Object get(int id) {
        return fields.get((short) id);
    }

    /** A field that must be an integer of 32 bits. */
    public int int32(int id) {
        return (Integer) get(id);
    }

    /** A field that must be an integer of 64 bits. */
    public long int64(int id) {
        return (Long) get(id);
    }

    public void write(TProtocol out) throws TException {
        out.writeStructBegin(new TStruct(""));
        for (Map.Entry<Short, Object> field : fields.entrySet()) {
            out.writeFieldBegin(new TField("", typeOf(field.getValue()), field.getKey()));
            writeValue(out, field.getValue());
            out.writeFieldEnd();
        }
        out.writeFieldStop();
        out.writeStructEnd();
    }

    private static byte typeOf(Object value) {
        if (value instanceof Boolean) {
            return TType.BOOL;
        } else if (value instanceof Byte) {
            return TType.BYTE;
        } else if (value instanceof Short) {
            return TType.I16;
        } else if (value instanceof Integer) {
            return TType.I32;
        } else if (value instanceof Long) {
            return TType.I64;
        } else if (value instanceof Double) {
            return TType.DOUBLE;
        } else if (value instanceof List) {
            return TType.LIST;
        } else if (value instanceof ThriftStruct) {
            return TType.STRUCT;
        }
        return TType.STRING;
    }

    private static void writeValue(TProtocol out, Object value) throws TException {
        if (value instanceof Boolean each) {
            out.writeBool(each);
        } else if (value instanceof Byte each) {
            out.writeByte(each);
        } else if (value instanceof Short each) {
            out.writeI16(each);
        } else if (value instanceof Integer each) {
            out.writeI32(each);
        } else if (value instanceof Long each) {
            out.writeI64(each);
        } else if (value instanceof Double each) {
            out.writeDouble(each);
        } else if (value instanceof String each) {
            out.writeString(each);
        } else if (value instanceof byte[] each) {
            out.writeBinary(ByteBuffer.wrap(each));
        } else if (value instanceof ThriftStruct each) {
            each.write(out);
        } else {
            List<?> list = (List<?>) value;
            byte type = list.isEmpty() ? TType.STRING : typeOf(list.get(0));
            out.writeListBegin(new TList(type, list.size()));
            for (Object each : list) {
                writeValue(out, each);
            }
            out.writeListEnd();
        }
    }

    public static ThriftStruct read(TProtocol in) throws TException {
        ThriftStruct struct = new ThriftStruct();
        in.readStructBegin();
        for (TField field = in.readFieldBegin();
                field.type != TType.STOP;
                field = in.readFieldBegin()) {
            struct.set(field.id, readValue(in, field.type));
            in.readFieldEnd();
        }
        in.readStructEnd();
        return struct;
    }

    private static Object readValue(TProtocol in, byte type) throws TException {
        switch (type) {
            case TType.BOOL:
                return in.readBool();
            case TType.BYTE:
                return in.readByte();
            case TType.I16:
                return in.readI16();
            case TType.I32:
                return in.readI32();
            case TType.I64:
                return in.readI64();
            case TType.DOUBLE:
                return in.readDouble();
            case TType.STRING:
                ByteBuffer buffer = in.readBinary();
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                return bytes;
            case TType.STRUCT:
                return read(in);
            case TType.LIST:
                TList list = in.readListBegin();
                List<Object> values = new ArrayList<>(list.size);
                for (int i = 0; i < list.size; i++) {
                    values.add(readValue(in, list.elemType));
                }
                in.readListEnd();
                return values;
            case TType.MAP:
            case TType.SET:
                TProtocolUtil.skip(in, type);
                return null;
            default:
                throw new TProtocolException(
                        TProtocolException.INVALID_DATA, "a value of the unknown type " + type);
        }
    }
}
