// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.onosproject.drivers.p4runtime.P4RuntimeDeviceDescriptionDiscovery;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.net.AnnotationKeys;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DefaultPortDescription;
import org.onosproject.net.device.PortDescription;
import org.weir.onos.gnmi.CarrierAnnotation;
import org.weir.onos.gnmi.GnmiClient;
import org.weir.onos.gnmi.GnmiInterface;
import org.weir.onos.gnmi.RateAnnotation;

/**
 * Finds a switch's ports by gNMI.
 *
 * <p>The stock BMv2 does not speak gNMI: then there is nothing to find, and ONOS takes the ports
 * that netcfg lists for the device.
 */
public class GnmiDeviceDescriptionDiscovery extends P4RuntimeDeviceDescriptionDiscovery {

    private static final long BPS_PER_MBPS = 1_000_000;

    @Override
    public List<PortDescription> discoverPortDetails() {
        Optional<ManagedChannel> channel =
                handler().get(GrpcChannelController.class).get(mgmtUriFromNetcfg());
        if (channel.isEmpty()) {
            return List.of();
        }
        Optional<Collection<GnmiInterface>> interfaces = new GnmiClient(channel.get()).interfaces();
        List<PortDescription> ports = new ArrayList<>();
        for (GnmiInterface iface : interfaces.orElse(List.of())) {
            if (iface.portNumber().isEmpty()) {
                log.warn("{}: interface {} has no port number", deviceId, iface.name());
                continue;
            }
            ports.add(
                    DefaultPortDescription.builder()
                            .withPortNumber(PortNumber.portNumber(iface.portNumber().getAsLong()))
                            .isEnabled(iface.isUp())
                            .type(Port.Type.COPPER)
                            .portSpeed(iface.speedBps() / BPS_PER_MBPS)
                            .annotations(
                                    DefaultAnnotations.builder()
                                            .set(AnnotationKeys.PORT_NAME, iface.name())
                                            .set(
                                                    RateAnnotation.KEY,
                                                    Long.toString(iface.speedBps()))
                                            .set(
                                                    CarrierAnnotation.KEY,
                                                    CarrierAnnotation.value(iface.isUp()))
                                            .build())
                            .build());
        }
        return ports;
    }
}
