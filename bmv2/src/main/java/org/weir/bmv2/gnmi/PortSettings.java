// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.rpc.RequestException;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;
import org.weir.gnmi.proto.SetRequest;
import org.weir.gnmi.proto.SetResponse;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;
import org.weir.gnmi.proto.UpdateResult;

/**
 * Port settings that a client may change: {@code /interfaces/interface[name=NAME]/config/enabled},
 * which takes a port down and up again, as pulling its cable does. To be used on the timeline's
 * thread only.
 */
final class PortSettings {

    private static final List<String> ENABLED =
            List.of("interfaces", "interface", "config", "enabled");

    private final SwitchControl control;

    PortSettings(SwitchControl control) {
        this.control = control;
    }

    /**
     * Does all that a request asks for: deletions, which stand for the model's default, then
     * replacements, then updates, as gNMI's specification has it (section 3.4.3).
     *
     * @throws RequestException if any of it is wrong; nothing is changed then
     */
    SetResponse set(SetRequest request) {
        Map<Integer, Boolean> enabled = new LinkedHashMap<>();
        SetResponse.Builder response =
                SetResponse.newBuilder().setTimestamp(PortTree.wallClockNs());
        if (request.hasPrefix()) {
            response.setPrefix(request.getPrefix());
        }
        if (!request.getUnknownFields().asMap().isEmpty()) {
            throw RequestException.unimplemented(
                    "set: field number "
                            + request.getUnknownFields().asMap().keySet().iterator().next()
                            + " is not supported");
        }
        for (Path path : request.getDeleteList()) {
            enabled.put(port(request.getPrefix(), path), true);
            response.addResponse(result(path, UpdateResult.Operation.DELETE));
        }
        for (Update update : request.getReplaceList()) {
            put(enabled, request.getPrefix(), update);
            response.addResponse(result(update.getPath(), UpdateResult.Operation.REPLACE));
        }
        for (Update update : request.getUpdateList()) {
            put(enabled, request.getPrefix(), update);
            response.addResponse(result(update.getPath(), UpdateResult.Operation.UPDATE));
        }
        enabled.forEach(control::setPortAdminUp);
        return response.build();
    }

    private void put(Map<Integer, Boolean> enabled, Path prefix, Update update) {
        int port = port(prefix, update.getPath());
        enabled.put(port, bool(update.getVal(), new PathPattern(prefix, update.getPath())));
    }

    /** The number of the port whose setting a path means. */
    private int port(Path prefix, Path path) {
        Path whole = prefix.toBuilder().addAllElem(path.getElemList()).build();
        String what = "path " + new PathPattern(Path.getDefaultInstance(), whole);
        List<String> names = whole.getElemList().stream().map(PathElem::getName).toList();
        if (!names.equals(ENABLED)) {
            throw RequestException.invalid(
                    what
                            + ": cannot be set; only"
                            + " /interfaces/interface[name=NAME]/config/enabled can");
        }
        String name = whole.getElem(1).getKeyMap().get("name");
        if (name == null) {
            throw RequestException.invalid(what + ": interface lacks its key name");
        }
        return control.ports().stream()
                .filter(port -> port.name().equals(name))
                .map(PortStatus::number)
                .findFirst()
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        what + ": the switch has no port \"" + name + "\""));
    }

    private static boolean bool(TypedValue value, PathPattern path) {
        String json =
                switch (value.getValueCase()) {
                    case BOOL_VAL -> Boolean.toString(value.getBoolVal());
                    case JSON_VAL -> value.getJsonVal().toString(StandardCharsets.UTF_8);
                    case JSON_IETF_VAL -> value.getJsonIetfVal().toString(StandardCharsets.UTF_8);
                    default -> value.getValueCase().name();
                };
        return switch (json.strip()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw RequestException.invalid(
                            "path " + path + ": must be true or false, but is " + json.strip());
        };
    }

    private static UpdateResult result(Path path, UpdateResult.Operation operation) {
        return UpdateResult.newBuilder().setPath(path).setOp(operation).build();
    }
}
