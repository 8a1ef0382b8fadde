// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.function.LongSupplier;
import org.onosproject.cluster.NodeId;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.device.DeviceProviderService;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.pi.service.PiPipeconfMappingStore;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeController;

/** Services of ONOS for a connection to a switch. */
final class SwitchServices {

    ProviderId providerId;
    NodeId localNode;
    NetworkConfigService networkConfig;
    DriverService drivers;
    DeviceService devices;
    DeviceProviderService core;
    MastershipService mastership;
    PiPipeconfService pipeconfs;
    PiPipeconfMappingStore bindings;
    PiPipeconfWatchdogService watchdog;
    P4RuntimeController clients;
    GrpcChannelController channels;
    SwitchReconciler reconciler;
    FlowTableGate gate;

    /** Monotonic time, ns. */
    LongSupplier clockNs = System::nanoTime;
}
