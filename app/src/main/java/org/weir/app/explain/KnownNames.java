// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import java.util.List;
import java.util.stream.Collectors;
import org.weir.app.ClassView;
import org.weir.app.DeviceView;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;
import org.weir.app.event.Event;

/**
 * Refusals of names that do not exist: a list of nothing would look like an answer about something.
 */
public final class KnownNames {

    private KnownNames() {}

    /**
     * Checks the name of a switch.
     *
     * @param device ONOS device id; null is accepted
     * @throws RejectedException if netcfg has no such switch of Weir; names a few that it has
     */
    public static void requireDevice(WeirService weir, String device) {
        if (device == null) {
            return;
        }
        List<String> known =
                weir.devices().stream().map(DeviceView::device).collect(Collectors.toList());
        require("device", "switch", device, known);
    }

    /**
     * Checks the name of a switch that may be gone, and of which events tell.
     *
     * @param device ONOS device id; null is accepted
     * @throws RejectedException if no event is about the switch, and netcfg has none of this name
     */
    public static void requireDevice(WeirService weir, List<Event> events, String device) {
        boolean hasEvents =
                events.stream()
                        .flatMap(one -> one.device().stream())
                        .anyMatch(one -> one.equals(device));
        if (!hasEvents) {
            requireDevice(weir, device);
        }
    }

    /**
     * Checks the name of a class.
     *
     * @param name the name; null is accepted
     * @throws RejectedException if the policy in force has no such class; names a few that it has
     */
    public static void requireClass(WeirService weir, String name) {
        if (name == null) {
            return;
        }
        List<String> known =
                weir.classes().stream().map(ClassView::name).collect(Collectors.toList());
        require("class", "class", name, known);
    }

    private static void require(String field, String what, String name, List<String> known) {
        if (!known.contains(name)) {
            throw new RejectedException(
                    RejectedException.Reason.UNKNOWN,
                    field,
                    field + ": " + Names.unknown(what, name, known));
        }
    }
}
