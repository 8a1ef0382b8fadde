// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.p4runtime.role.WriteObserver;

/**
 * File in which switches log, in the order of their decisions, each new primary and each request to
 * write, one JSON object a line. A switch that is started again begins anew, without a primary.
 *
 * <p>Examples: {@code {"timeMs":1700000000000,"switch":"s1","event":"primary","electionId":20}} and
 * {@code {"timeMs":1700000000005,"switch":"s1","event":"write","electionId":20,"updates":3,
 * "accepted":true}}. {@code electionId} of a primary is null when the switch has none any more;
 * {@code updates} is 0 for a pipeline.
 */
final class WriteLog implements AutoCloseable {
    private final BufferedWriter writer;

    /** The first failure to write, after which nothing is written; null before it. */
    private volatile IOException failure;

    /** An empty log. */
    WriteLog(Path file) throws IOException {
        this(Files.newBufferedWriter(file));
    }

    WriteLog(BufferedWriter writer) {
        this.writer = writer;
    }

    /** Reason for which the log is not complete; switches are not told of it. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    /** The observer of a switch's default role, which controllers of a whole switch have. */
    WriteObserver of(String name) {
        return new WriteObserver() {
            @Override
            public void primary(RoleName role, Optional<BigInteger> electionId) {
                if (role.equals(RoleName.DEFAULT)) {
                    append(line("primary").put("electionId", electionId.orElse(null)));
                }
            }

            @Override
            public void write(RoleName role, BigInteger electionId, int updates, boolean accepted) {
                if (role.equals(RoleName.DEFAULT)) {
                    append(
                            line("write")
                                    .put("electionId", electionId)
                                    .put("updates", updates)
                                    .put("accepted", accepted));
                }
            }

            private ObjectNode line(String event) {
                return JsonNodeFactory.instance
                        .objectNode()
                        .put("timeMs", System.currentTimeMillis())
                        .put("switch", name)
                        .put("event", event);
            }
        };
    }

    private synchronized void append(ObjectNode line) {
        if (failure != null) {
            return;
        }
        try {
            writer.write(line.toString());
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
