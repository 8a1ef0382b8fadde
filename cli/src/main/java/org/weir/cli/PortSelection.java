// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.explain.PortAbsence;

/** Ports that a command is about: all, those of one device, or one. */
public final class PortSelection {

    private final String device;
    private final OptionalLong port;

    private PortSelection(String device, OptionalLong port) {
        this.device = device;
        this.port = port;
    }

    /**
     * Reads what was typed.
     *
     * @param text {@code device}, {@code device/port}, or null for all
     * @return the selection
     * @throws IllegalArgumentException if the port is no number
     */
    public static PortSelection parse(String text) {
        if (text == null) {
            return new PortSelection(null, OptionalLong.empty());
        }
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            return new PortSelection(text, OptionalLong.empty());
        }
        String number = text.substring(slash + 1);
        try {
            return new PortSelection(
                    text.substring(0, slash), OptionalLong.of(Long.parseLong(number)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "port: must be device or device/number, such as device:s1/4, is " + text);
        }
    }

    /**
     * The selected ports under control.
     *
     * @throws IllegalArgumentException if something was named and no port under control is it; says
     *     why
     */
    public List<PortView> of(WeirService weir) {
        return of(weir.ports(), () -> new PortAbsence(weir));
    }

    /**
     * The one selected port, under control or not.
     *
     * @throws IllegalArgumentException if no port was named, and not just one of those of the
     *     device is under control
     */
    PortSelection one(WeirService weir) {
        if (port.isPresent()) {
            return this;
        }
        List<PortView> selected = of(weir);
        if (selected.size() > 1) {
            throw new IllegalArgumentException(
                    "port: must be one port, such as device:s1/4, is " + this);
        }
        PortView found = selected.get(0);
        return new PortSelection(found.device(), OptionalLong.of(found.port()));
    }

    /** The device; null if nothing was named. */
    public String device() {
        return device;
    }

    /** The port number; empty if all ports of the device are selected. */
    OptionalLong port() {
        return port;
    }

    /**
     * The selected of some ports.
     *
     * @param ports ports to select from
     * @param absence reasons for which others are not among them
     * @return the selected, in the same order
     * @throws IllegalArgumentException if something was named and none of the ports is it
     */
    List<PortView> of(List<PortView> ports, Supplier<PortAbsence> absence) {
        if (device == null) {
            return ports;
        }
        List<PortView> selected =
                ports.stream()
                        .filter(one -> one.device().equals(device))
                        .filter(one -> port.isEmpty() || one.port() == port.getAsLong())
                        .collect(Collectors.toList());
        if (selected.isEmpty()) {
            throw new IllegalArgumentException("port: " + absence.get().text(device, port));
        }
        return selected;
    }

    /**
     * Whether something is at the selected ports.
     *
     * @param ofDevice its device; empty for none
     * @param ofPort its port; empty for none
     */
    public boolean has(Optional<String> ofDevice, OptionalLong ofPort) {
        return device == null
                || device.equals(ofDevice.orElse(null)) && (port.isEmpty() || port.equals(ofPort));
    }

    @Override
    public String toString() {
        return port.isPresent() ? device + "/" + port.getAsLong() : device;
    }
}
