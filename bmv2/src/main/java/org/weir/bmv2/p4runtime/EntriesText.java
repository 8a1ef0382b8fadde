// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.TextFormat;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Reads a {@code p4.v1.WriteRequest} in protobuf's text format, as P4Runtime's tools write and log
 * it. Nothing is passed over: a field that is not P4Runtime's is an error.
 */
final class EntriesText {

    private static final TextFormat.Parser PARSER = TextFormat.Parser.newBuilder().build();

    private EntriesText() {}

    /**
     * Reads a request.
     *
     * @throws ProgramException with line and column of what is wrong
     */
    static WriteRequest read(String text) throws ProgramException {
        WriteRequest.Builder request = WriteRequest.newBuilder();
        try {
            PARSER.merge(text, request);
        } catch (TextFormat.ParseException e) {
            throw new ProgramException(e.getMessage(), e);
        }
        if (request.getUpdatesCount() == 0) {
            throw new ProgramException("no updates: not a p4.v1.WriteRequest");
        }
        return request.build();
    }
}
