// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;

/** A message as a stream: {@link #HEADER_BYTES} bytes that name it, then its own, zeros here. */
final class MessageStream implements StreamSource {
    /** Bytes in front of the message's own. */
    static final int HEADER_BYTES = 16;

    private static final int MAGIC = 0x57545350;

    private final byte[] header;

    MessageStream(Message message) {
        header =
                ByteBuffer.allocate(HEADER_BYTES)
                        .putInt(MAGIC)
                        .putInt(message.id())
                        .putLong(message.bytes())
                        .array();
    }

    @Override
    public byte[] bytes(long from, int length) {
        if (from >= HEADER_BYTES) {
            return null;
        }
        byte[] bytes = new byte[length];
        int own = (int) Math.min(length, HEADER_BYTES - from);
        System.arraycopy(header, (int) from, bytes, 0, own);
        return bytes;
    }

    /** Reader of such a stream, which reports to a log. */
    static final class Reader implements StreamSink {
        private final Engine engine;
        private final MessageLog log;
        private final byte[] header = new byte[HEADER_BYTES];
        private final Queue<long[]> unnamed = new ArrayDeque<>();
        private int headerBytes;
        private int messageId = -1;
        private long missing;
        private long headerLeft = HEADER_BYTES;

        Reader(Engine engine, MessageLog log) {
            this.engine = engine;
            this.log = log;
        }

        @Override
        public void onData(byte[] bytes, int at, int length) {
            int own = Math.min(length, HEADER_BYTES - headerBytes);
            if (own > 0) {
                System.arraycopy(bytes, at, header, headerBytes, own);
                headerBytes += own;
                if (headerBytes == HEADER_BYTES) {
                    readHeader();
                }
            }
            if (length > own) {
                missing -= length - own;
                if (missing == 0) {
                    log.delivered(messageId, engine.nowNs());
                }
            }
        }

        private void readHeader() {
            ByteBuffer fields = ByteBuffer.wrap(header);
            if (fields.getInt() != MAGIC) {
                throw new IllegalStateException("no message: " + Arrays.toString(header));
            }
            messageId = fields.getInt();
            missing = fields.getLong();
        }

        @Override
        public void onSegment(long delayNs, long newBytes) {
            unnamed.add(new long[] {delayNs, newBytes});
            if (messageId < 0) {
                return;
            }
            for (long[] one = unnamed.poll(); one != null; one = unnamed.poll()) {
                // The header is in the first bytes, of whichever segment they are.
                long own = Math.min(headerLeft, one[1]);
                headerLeft -= own;
                log.received(messageId, one[0], (int) (one[1] - own));
            }
        }
    }
}
