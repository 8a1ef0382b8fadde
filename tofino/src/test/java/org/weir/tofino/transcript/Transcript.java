// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.proto.BfRuntimeGrpc;
import org.weir.tofino.bfrt.proto.ReadResponse;

/** Requests of a transcript, sent to a server one by one. */
final class Transcript implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CLOSE_S = 10;

    private final ManagedChannel channel;
    private final BfRuntimeGrpc.BfRuntimeBlockingStub stub;
    private final int clientId;
    private final CallText text;

    /**
     * A caller.
     *
     * @param address the server, and the id of a client that is subscribed
     * @param text names of the server's tables
     */
    Transcript(BfRtAddress address, CallText text) {
        channel =
                NettyChannelBuilder.forAddress(address.host(), address.port())
                        .usePlaintext()
                        .build();
        stub = BfRuntimeGrpc.newBlockingStub(channel);
        clientId = address.clientId();
        this.text = text;
    }

    /** Lines of a resource that are no remarks. */
    static List<String> lines(String resource) throws IOException {
        try (InputStream in = Transcript.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toList());
        }
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** The server's answer to a request. */
    ObjectNode answer(JsonNode request) {
        List<ReadResponse> found = new ArrayList<>();
        try {
            if (request.has("write")) {
                stub.write(text.writeRequest(request, clientId));
            } else {
                stub.read(text.readRequest(request, clientId)).forEachRemaining(found::add);
            }
            return text.answer(found);
        } catch (StatusRuntimeException e) {
            return CallText.failed(text.answer(found), e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        channel.shutdownNow().awaitTermination(CLOSE_S, TimeUnit.SECONDS);
    }
}
