// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.Message;

/**
 * Messages whose bytes follow from their positions, so that a reader sees each byte that is wrong,
 * missing, out of order or there twice.
 */
record PatternApplications(HostPort port) implements TcpEndpoint.Applications {
    private static byte at(long position) {
        return (byte) (position * 31 ^ position >>> 8 ^ position >>> 16);
    }

    @Override
    public StreamSource source(Message message) {
        StreamSource header = new MessageStream(message);
        return (from, length) -> {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = at(from + i);
            }
            byte[] named = header.bytes(from, length);
            if (named != null) {
                int own = (int) Math.min(length, MessageStream.HEADER_BYTES - from);
                System.arraycopy(named, 0, bytes, 0, own);
            }
            return bytes;
        };
    }

    /** Every other connection comes to 2³² soon. */
    @Override
    public int firstNumber(SplittableRandom random) {
        return random.nextBoolean() ? random.nextInt() : -random.nextInt(70_000);
    }

    @Override
    public StreamSink sink() {
        MessageStream.Reader reader = new MessageStream.Reader(port.engine(), port.log());
        return new StreamSink() {
            private long next;
            private boolean ended;

            @Override
            public void onData(byte[] bytes, int at, int length) {
                if (ended) {
                    throw new AssertionError("bytes behind the end");
                }
                for (int i = 0; i < length; i++, next++) {
                    if (next >= MessageStream.HEADER_BYTES && bytes[at + i] != at(next)) {
                        throw new AssertionError(
                                "byte "
                                        + next
                                        + " is wrong in "
                                        + Arrays.toString(
                                                Arrays.copyOfRange(bytes, at, at + length)));
                    }
                }
                reader.onData(bytes, at, length);
            }

            @Override
            public void onSegment(long delayNs, long newBytes) {
                reader.onSegment(delayNs, newBytes);
            }

            @Override
            public void onEnd() {
                if (ended) {
                    throw new AssertionError("two ends");
                }
                ended = true;
            }
        };
    }
}
