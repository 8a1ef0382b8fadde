// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.onosproject.net.AnnotationKeys;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.SparseAnnotations;
import org.onosproject.net.config.basics.PortDescriptionsConfig;
import org.onosproject.net.device.DefaultPortDescription;
import org.onosproject.net.device.DeviceDescriptionDiscovery;
import org.onosproject.net.device.PortDescription;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.device.PortStatisticsDiscovery;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.onos.gnmi.CarrierAnnotation;
import org.weir.onos.gnmi.GnmiClient;
import org.weir.onos.gnmi.RateAnnotation;

/**
 * Keeps ONOS told of a switch's ports: which there are, which are up, what they have counted.
 *
 * <p>A switch that speaks gNMI reports a change at once; any other is asked now and then. Used by
 * one thread, the switch's.
 */
final class SwitchPorts {

    private static final Runnable NOTHING = () -> {};

    /** Between two readings of the ports of a switch that reports changes by itself. */
    private static final long WATCHED_REFRESH_MS = 60_000;

    private static final long REFRESH_MS = 10_000;
    private static final long STATISTICS_MS = 10_000;

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceId deviceId;
    private final SwitchServices services;
    private final Consumer<Runnable> thread;

    /** The ports as the switch described them when ONOS was told of them last. */
    private final Map<PortNumber, PortDescription> told = new HashMap<>();

    /** Speeds in netcfg of which ONOS was told last, by port number, Mb/s; none is 0. */
    private Map<Long, Long> toldConfiguredMbps = Map.of();

    private final AtomicBoolean readPending = new AtomicBoolean();
    private final Interval sinceRead;
    private final Interval sinceCounted;
    private Runnable stopWatch = NOTHING;
    private Runnable stopRates = NOTHING;

    /** Names of ports whose exact rates the switch reports: what it calls them does not count. */
    private final Set<String> exactlyRated = new HashSet<>();

    /** True if the switch reports no more rates, and has done so before. */
    private boolean ratesEnded;

    private boolean watching;
    private boolean watchable;

    /** Number of the last watch: what an earlier one still reports does not count. */
    private long watch;

    /**
     * Makes the keeper.
     *
     * @param deviceId the switch
     * @param services ONOS
     * @param thread runs tasks on the switch's thread
     */
    SwitchPorts(DeviceId deviceId, SwitchServices services, Consumer<Runnable> thread) {
        this.deviceId = deviceId;
        this.services = services;
        this.thread = thread;
        sinceRead = new Interval(services.clockNs);
        sinceCounted = new Interval(services.clockNs);
    }

    /**
     * Reports to ONOS the ports of a switch that has just come (back), and begins to watch them.
     */
    void start(DeviceDescriptionDiscovery discovery, URI address) {
        stop();
        told.clear();
        watchable = true;
        // The watch comes first: a change between the two is then seen by both, not by none.
        watch(discovery, address);
        read(discovery);
    }

    void stop() {
        stopWatch.run();
        stopWatch = NOTHING;
        stopRates.run();
        stopRates = NOTHING;
        watching = false;
        watchable = false;
    }

    /** Asks for the ports again if that is due: nothing but this finds new ports. */
    void refresh(Supplier<DeviceDescriptionDiscovery> discoveries, URI address) {
        long periodMs = watching ? WATCHED_REFRESH_MS : REFRESH_MS;
        if (sinceRead.hasPassed(periodMs)) {
            DeviceDescriptionDiscovery discovery = discoveries.get();
            watch(discovery, address);
            read(discovery);
        }
        if (watching && ratesEnded) {
            services.channels
                    .get(address)
                    .ifPresent(channel -> watchRates(new GnmiClient(channel), discoveries.get()));
        }
    }

    /**
     * Passes on the speeds that netcfg states now, and with them what ONOS forgot: with a changed
     * configuration it takes netcfg's descriptions of ports for all of them. Reads nothing.
     */
    void configured() {
        Map<Long, Long> configured = configuredMbps();
        told.values().stream()
                .filter(
                        port ->
                                configured.containsKey(port.portNumber().toLong())
                                        || hasOtherConfiguredSpeed(port, configured))
                .forEach(port -> report(port, configured));
        toldConfiguredMbps = configured;
    }

    private boolean hasOtherConfiguredSpeed(PortDescription port, Map<Long, Long> configuredMbps) {
        long number = port.portNumber().toLong();
        return !configuredMbps
                .getOrDefault(number, 0L)
                .equals(toldConfiguredMbps.getOrDefault(number, 0L));
    }

    /** Numbers of the ports that the switch has, as far as is known. */
    Set<Long> numbers() {
        return told.keySet().stream().map(PortNumber::toLong).collect(Collectors.toSet());
    }

    private void watch(DeviceDescriptionDiscovery discovery, URI address) {
        if (watching || !watchable) {
            return;
        }
        services.channels
                .get(address)
                .ifPresent(
                        channel -> {
                            watching = true;
                            long own = ++watch;
                            stopWatch.run();
                            GnmiClient client = new GnmiClient(channel);
                            stopWatch =
                                    client.watchStatus(
                                            (name, isUp) -> changed(own, discovery, name, isUp),
                                            status -> watchEnded(own, status));
                            watchRates(client, discovery);
                        });
    }

    private void watchRates(GnmiClient client, DeviceDescriptionDiscovery discovery) {
        long own = watch;
        ratesEnded = false;
        exactlyRated.clear();
        stopRates.run();
        stopRates =
                client.watchRates(
                        (name, rateBps) -> inWatch(own, () -> exactRateTold(name, rateBps)),
                        (name, rateBps) ->
                                inWatch(own, () -> namedRateTold(discovery, name, rateBps)),
                        status -> thread.accept(() -> ratesEnded |= own == watch));
    }

    /** Reads the ports' counters if that is due and the driver can. */
    void statistics(Optional<Driver> driver) {
        if (driver.isEmpty()
                || !driver.get().hasBehaviour(PortStatisticsDiscovery.class)
                || !sinceCounted.hasPassed(STATISTICS_MS)) {
            return;
        }
        sinceCounted.begin();
        try {
            Collection<PortStatistics> statistics =
                    driver.get()
                            .createBehaviour(
                                    new DefaultDriverHandler(
                                            new DefaultDriverData(driver.get(), deviceId)),
                                    PortStatisticsDiscovery.class)
                            .discoverPortStatistics();
            if (!statistics.isEmpty()) {
                services.core.updatePortStatistics(deviceId, statistics);
            }
        } catch (StatusRuntimeException e) {
            log.warn("{}: cannot read its ports' counters: {}", deviceId, e.getStatus());
        }
    }

    /**
     * Passes on what the switch has reported. All ports are read only for one that is not known
     * yet, and for one that came up, perhaps at another speed: once for many changes at once, as
     * when a subscription begins.
     */
    private void changed(long of, DeviceDescriptionDiscovery discovery, String name, boolean isUp) {
        thread.accept(
                () -> {
                    if (!watching || of != watch) {
                        return;
                    }
                    PortDescription known = named(name);
                    if (known == null) {
                        readSoon(discovery);
                    } else if (known.isEnabled() != isUp) {
                        PortDescription now =
                                DefaultPortDescription.builder(known)
                                        .isEnabled(isUp)
                                        .annotations(withCarrier(known, isUp))
                                        .build();
                        told.put(now.portNumber(), now);
                        report(now, configuredMbps());
                        if (isUp) {
                            readSoon(discovery);
                        }
                    }
                });
    }

    private void inWatch(long of, Runnable task) {
        thread.accept(
                () -> {
                    if (watching && of == watch) {
                        task.run();
                    }
                });
    }

    /**
     * Passes on a rate that ONOS was not told; the port may have stayed up. Reads nothing: the rate
     * of a radio link may change once in a second or more often.
     */
    private void exactRateTold(String name, long rateBps) {
        exactlyRated.add(name);
        PortDescription known = named(name);
        if (known != null && RateAnnotation.rateBps(known) != rateBps) {
            PortDescription now = RateAnnotation.with(known, rateBps);
            told.put(now.portNumber(), now);
            report(now, configuredMbps());
        }
    }

    private void namedRateTold(DeviceDescriptionDiscovery discovery, String name, long rateBps) {
        PortDescription known = named(name);
        if (known != null
                && !exactlyRated.contains(name)
                && RateAnnotation.rateBps(known) != rateBps) {
            readSoon(discovery);
        }
    }

    private static SparseAnnotations withCarrier(PortDescription port, boolean isUp) {
        return DefaultAnnotations.builder()
                .putAll(port.annotations())
                .set(CarrierAnnotation.KEY, CarrierAnnotation.value(isUp))
                .build();
    }

    private PortDescription named(String name) {
        for (PortDescription port : told.values()) {
            if (name.equals(port.annotations().value(AnnotationKeys.PORT_NAME))) {
                return port;
            }
        }
        return null;
    }

    private void readSoon(DeviceDescriptionDiscovery discovery) {
        if (readPending.compareAndSet(false, true)) {
            thread.accept(
                    () -> {
                        readPending.set(false);
                        if (watching) {
                            read(discovery);
                        }
                    });
        }
    }

    private void watchEnded(long of, Status status) {
        thread.accept(
                () -> {
                    if (of != watch) {
                        return;
                    }
                    watching = false;
                    if (status.getCode() == Status.Code.UNIMPLEMENTED) {
                        watchable = false;
                        log.info("{}: does not speak gNMI, its ports are netcfg's", deviceId);
                    } else {
                        log.debug("{}: watch of its ports ended: {}", deviceId, status);
                    }
                });
    }

    private void read(DeviceDescriptionDiscovery discovery) {
        sinceRead.begin();
        List<PortDescription> ports;
        try {
            ports = discovery.discoverPortDetails();
        } catch (StatusRuntimeException e) {
            log.warn("{}: cannot read its ports: {}", deviceId, e.getStatus());
            sinceRead.end();
            return;
        }
        Map<PortNumber, PortDescription> now = new HashMap<>();
        ports.forEach(port -> now.put(port.portNumber(), port));
        Map<Long, Long> configured = configuredMbps();
        if (!now.keySet().equals(told.keySet()) || told.isEmpty()) {
            services.core.updatePorts(deviceId, ports);
            // In the call before, ONOS takes netcfg's description of a port for all of it.
            ports.stream()
                    .filter(port -> configured.containsKey(port.portNumber().toLong()))
                    .forEach(port -> report(port, configured));
        } else {
            ports.stream()
                    .filter(
                            port ->
                                    !port.equals(told.get(port.portNumber()))
                                            || hasOtherConfiguredSpeed(port, configured))
                    .forEach(port -> report(port, configured));
        }
        told.clear();
        told.putAll(now);
        toldConfiguredMbps = configured;
    }

    private void report(PortDescription port, Map<Long, Long> configuredMbps) {
        services.core.portStatusChanged(deviceId, toOnos(port, configuredMbps));
    }

    /** A port as ONOS shall have it: a speed that netcfg states is stronger than the switch's. */
    private static PortDescription toOnos(PortDescription port, Map<Long, Long> configuredMbps) {
        long speedMbps = configuredMbps.getOrDefault(port.portNumber().toLong(), 0L);
        return speedMbps > 0
                ? DefaultPortDescription.builder(port).portSpeed(speedMbps).build()
                : port;
    }

    /** Speeds of the ports that netcfg describes, by number, Mb/s; 0 if it states none. */
    private Map<Long, Long> configuredMbps() {
        PortDescriptionsConfig config =
                services.networkConfig.getConfig(deviceId, PortDescriptionsConfig.class);
        Map<Long, Long> speeds = new HashMap<>();
        if (config != null) {
            config.node()
                    .forEach(
                            port ->
                                    speeds.put(
                                            port.path("number").asLong(),
                                            port.path("speed").asLong()));
        }
        return speeds;
    }
}
