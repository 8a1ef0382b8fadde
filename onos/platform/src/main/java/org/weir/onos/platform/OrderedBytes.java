// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Byte arrays as keys of the store: the store's own byte array type has no order. */
final class OrderedBytes extends BasicDataType<byte[]> {
    static final OrderedBytes INSTANCE = new OrderedBytes();

    /** Bytes of memory an array takes besides its elements; the store reckons with it. */
    private static final int ARRAY_OVERHEAD_BYTES = 24;

    private OrderedBytes() {}

    @Override
    public int compare(byte[] one, byte[] other) {
        return Arrays.compareUnsigned(one, other);
    }

    @Override
    public int getMemory(byte[] bytes) {
        return ARRAY_OVERHEAD_BYTES + bytes.length;
    }

    @Override
    public void write(WriteBuffer buffer, byte[] bytes) {
        buffer.putVarInt(bytes.length).put(bytes);
    }

    @Override
    public byte[] read(ByteBuffer buffer) {
        byte[] bytes = new byte[DataUtils.readVarInt(buffer)];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public byte[][] createStorage(int size) {
        return new byte[size][];
    }
}
