// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.weir.app.PortView;

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
     * The selected of some ports.
     *
     * @param ports ports to select from
     * @return the selected, in the same order
     * @throws IllegalArgumentException if something was named and none of the ports is it
     */
    public List<PortView> of(List<PortView> ports) {
        if (device == null) {
            return ports;
        }
        List<PortView> selected =
                ports.stream()
                        .filter(one -> one.device().equals(device))
                        .filter(one -> port.isEmpty() || one.port() == port.getAsLong())
                        .collect(Collectors.toList());
        if (selected.isEmpty()) {
            throw new IllegalArgumentException("port: no port under control is " + this);
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
