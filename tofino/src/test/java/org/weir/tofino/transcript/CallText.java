// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.tofino.bfrt.proto.Entity;
import org.weir.tofino.bfrt.proto.Error;
import org.weir.tofino.bfrt.proto.ReadRequest;
import org.weir.tofino.bfrt.proto.ReadResponse;
import org.weir.tofino.bfrt.proto.Update;
import org.weir.tofino.bfrt.proto.WriteRequest;

/**
 * Requests to BF Runtime and their answers as JSON, and requests back. The ids of clients and
 * devices are left out, and the name of the program where it is Weir's.
 */
final class CallText {
    static final String PROGRAM = "weir";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final EntryText entries;

    CallText(EntryText entries) {
        this.entries = entries;
    }

    ObjectNode write(WriteRequest request) {
        ObjectNode text = JSON.createObjectNode();
        ArrayNode updates = text.putArray("write");
        for (Update update : request.getUpdatesList()) {
            ObjectNode one = JSON.createObjectNode();
            one.put("type", update.getType().name().toLowerCase(Locale.ROOT));
            one.setAll(entries.text(update.getEntity().getTableEntry()));
            updates.add(one);
        }
        if (request.getAtomicity() != WriteRequest.Atomicity.CONTINUE_ON_ERROR) {
            text.put("atomicity", request.getAtomicity().name());
        }
        return program(text, request.getP4Name());
    }

    ObjectNode read(ReadRequest request) {
        ObjectNode text = JSON.createObjectNode();
        ArrayNode wanted = text.putArray("read");
        request.getEntitiesList().forEach(one -> wanted.add(entries.text(one.getTableEntry())));
        return program(text, request.getP4Name());
    }

    private static ObjectNode program(ObjectNode text, String name) {
        if (!name.equals(PROGRAM)) {
            text.put("program", name);
        }
        return text;
    }

    WriteRequest writeRequest(JsonNode text, int clientId) {
        WriteRequest.Builder request =
                WriteRequest.newBuilder()
                        .setTarget(EntryText.wholeTarget())
                        .setClientId(clientId)
                        .setAtomicity(
                                WriteRequest.Atomicity.valueOf(
                                        text.path("atomicity").asText("CONTINUE_ON_ERROR")))
                        .setP4Name(text.path("program").asText(PROGRAM));
        for (JsonNode one : text.get("write")) {
            request.addUpdatesBuilder()
                    .setType(Update.Type.valueOf(one.get("type").asText().toUpperCase(Locale.ROOT)))
                    .getEntityBuilder()
                    .setTableEntry(entries.entry(one));
        }
        return request.build();
    }

    ReadRequest readRequest(JsonNode text, int clientId) {
        ReadRequest.Builder request =
                ReadRequest.newBuilder()
                        .setTarget(EntryText.wholeTarget())
                        .setClientId(clientId)
                        .setP4Name(text.path("program").asText(PROGRAM));
        for (JsonNode one : text.get("read")) {
            request.addEntitiesBuilder().setTableEntry(entries.entry(one));
        }
        return request.build();
    }

    private static List<String> described(JsonNode data) {
        List<String> names = new ArrayList<>();
        data.fieldNames().forEachRemaining(names::add);
        names.removeIf(name -> name.startsWith(EntryText.ID));
        return names;
    }

    /**
     * The answer to a call that succeeded, without data that has no description; a write is
     * answered with nothing.
     */
    ObjectNode answer(List<ReadResponse> responses) {
        ObjectNode text = JSON.createObjectNode();
        for (ReadResponse response : responses) {
            for (Entity entity : response.getEntitiesList()) {
                ObjectNode entry = entries.text(entity.getTableEntry());
                if (entry.has("data")) {
                    ((ObjectNode) entry.get("data")).retain(described(entry.get("data")));
                }
                text.withArray("entries").add(entry);
            }
        }
        return text;
    }

    /**
     * Adds what failed: the status of the call, and the error of each entry up to the last that
     * failed, null for one that did not.
     */
    static ObjectNode failed(ObjectNode answer, StatusRuntimeException why) {
        answer.put("status", why.getStatus().getCode() + ": " + why.getStatus().getDescription());
        com.google.rpc.Status status = StatusProto.fromThrowable(why);
        for (Any detail : status == null ? List.<Any>of() : status.getDetailsList()) {
            ArrayNode errors = answer.withArray("errors");
            try {
                Error error = detail.unpack(Error.class);
                if (error.getCanonicalCode() == Code.OK_VALUE) {
                    errors.addNull();
                } else {
                    errors.add(
                            Code.forNumber(error.getCanonicalCode()) + ": " + error.getMessage());
                }
            } catch (InvalidProtocolBufferException e) {
                errors.add(detail.getTypeUrl());
            }
        }
        return answer;
    }
}
