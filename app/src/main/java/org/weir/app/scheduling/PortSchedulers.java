// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.AlertType;
import org.weir.app.SchedulingView;
import org.weir.app.SchedulingView.Mode;
import org.weir.app.alerts.AlertBoard;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.scheduler.AppliedSchedule;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.PortScheduler;
import org.weir.control.scheduler.QueueShare;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;

/**
 * The weights of ports whose switch keeps them in a scheduler of its own, apart from the settings
 * of its program. Where that scheduler cannot be set, the weights are static, which is listed as a
 * alert; thresholds and target rates are set all the same.
 */
public final class PortSchedulers {

    private static final Logger LOG = LoggerFactory.getLogger(PortSchedulers.class);

    private static final String WEIGHTS_STATIC = AlertType.WEIGHTS_STATIC.word();

    private static final String UNUSED = AlertType.SCHEDULER_UNUSED.word();

    private static final String MEANWHILE =
            "; weights stay as they are, thresholds and target rates are set";

    /** Least share that is asked for: a class that has none at all would starve. */
    private static final double LEAST_SHARE = 1e-6;

    private final Function<DeviceId, Optional<SchedulerType>> typeOf;
    private final Function<DeviceId, Optional<SchedulerAccess>> accessOf;
    private final VirtualQueues virtualQueues;
    private final AlertBoard alerts;
    private final Map<DeviceId, Connection> connections = new HashMap<>();
    private final Map<PortId, PortSpec> specs = new HashMap<>();
    private final Map<PortId, PortSettings> wanted = new TreeMap<>();
    private final Set<PortId> virtual = new HashSet<>();

    /**
     * Schedulers of no port yet.
     *
     * @param typeOf type of scheduler that keeps a switch's weights; empty if its program does
     * @param accessOf address of a switch's own scheduler; empty if that is not configured
     * @param virtualQueues take the shares of ports whose scheduler may not be changed
     * @param alerts list of alerts, for switches with static weights
     */
    public PortSchedulers(
            Function<DeviceId, Optional<SchedulerType>> typeOf,
            Function<DeviceId, Optional<SchedulerAccess>> accessOf,
            VirtualQueues virtualQueues,
            AlertBoard alerts) {
        this.typeOf = typeOf;
        this.accessOf = accessOf;
        this.virtualQueues = virtualQueues;
        this.alerts = alerts;
    }

    /**
     * Notes what the policy says of a port's classes. Other maximum rates are set at once: settings
     * do not contain them, so none may follow.
     *
     * @param port the port
     */
    public synchronized void follow(PortSpec port) {
        PortSpec before = specs.put(port.id(), port);
        PortSettings settings = wanted.get(port.id());
        if (before != null && settings != null && !maxRates(before).equals(maxRates(port))) {
            give(settings);
        }
    }

    private static List<OptionalDouble> maxRates(PortSpec port) {
        return port.classes().stream()
                .map(one -> one.targets().maxRateBps())
                .collect(Collectors.toList());
    }

    /**
     * Forgets a port; its scheduler and its virtual queues stay as they are.
     *
     * @param port the port
     */
    public synchronized void forget(PortId port) {
        specs.remove(port);
        wanted.remove(port);
        virtual.remove(port);
        forgetSchedule(port);
    }

    /** The ASIC's scheduler is not to set a port again that is no longer its own. */
    private void forgetSchedule(PortId port) {
        Connection connection = connections.get(device(port));
        if (connection != null) {
            connection.scheduler.forget(port);
        }
    }

    /**
     * Takes the virtual and phantom queues from a port that is no longer under control.
     *
     * @param port the port
     */
    public synchronized void removeVirtualQueues(PortId port) {
        virtualQueues.remove(port);
    }

    /**
     * Gives a port the weights of settings that are in force. A port may have left control before
     * its switch confirmed them: then nothing is set.
     *
     * @param settings the settings
     */
    public synchronized void apply(PortSettings settings) {
        PortId port = settings.port();
        if (isProgram(device(port)) || !specs.containsKey(port)) {
            return;
        }
        wanted.put(port, settings);
        give(settings);
        list(device(port));
    }

    /**
     * Takes settings that were found in a switch. Their shares are not known: scheduler and virtual
     * queues stay as they are until settings are solved. Phantom queues need no shares.
     *
     * @param found the settings
     */
    public synchronized void adopt(PortSettings found) {
        if (!isProgram(device(found.port())) && !virtualQueues.has(found.port())) {
            virtualQueues.markByRate(found);
        }
    }

    /**
     * Passes settings to the port's virtual queues, if it is to have them, or to the ASIC's
     * scheduler.
     */
    private void give(PortSettings settings) {
        PortId port = settings.port();
        PortSpec spec = specs.get(port);
        if (virtualQueues.has(port) && spec != null) {
            virtual.add(port);
            forgetSchedule(port);
            virtualQueues.apply(settings, spec.rateBps());
        } else {
            virtual.remove(port);
            virtualQueues.markByRate(settings);
            connection(device(port)).ifPresent(connection -> send(connection, schedule(settings)));
        }
    }

    /**
     * Looks again how the switches are reached, and lets go those that are another instance's.
     *
     * @param own switches that this instance is the master of
     */
    public synchronized void update(Collection<DeviceId> own) {
        for (DeviceId device : List.copyOf(connections.keySet())) {
            if (!own.contains(device)) {
                connections.remove(device).scheduler.close();
                alerts.clear(WEIGHTS_STATIC, device.toString());
                wanted.keySet().removeIf(port -> device(port).equals(device));
                virtual.removeIf(port -> device(port).equals(device));
            }
        }
        virtualQueues.update(own);
        for (PortSettings settings : List.copyOf(wanted.values())) {
            if (virtualQueues.has(settings.port()) != virtual.contains(settings.port())) {
                give(settings);
            }
        }
        for (DeviceId device : own) {
            if (isProgram(device)) {
                alerts.clear(WEIGHTS_STATIC, device.toString());
            } else {
                connection(device);
                list(device);
            }
            listUnused(device);
        }
    }

    /** Ends all connections. */
    public synchronized void stop() {
        connections.values().forEach(connection -> connection.scheduler.close());
        connections.clear();
    }

    /**
     * Returns the keeper of a port's weights.
     *
     * @param port the port
     */
    public synchronized SchedulingView view(PortId port) {
        DeviceId device = device(port);
        if (isProgram(device)) {
            return SchedulingView.IN_PROGRAM;
        }
        if (virtualQueues.has(port)) {
            return SchedulingView.IN_VIRTUAL_QUEUES;
        }
        Connection connection = connections.get(device);
        Optional<String> trouble =
                connection == null ? trouble(device) : connection.scheduler.trouble(port);
        Optional<AppliedSchedule> applied =
                connection == null ? Optional.empty() : connection.scheduler.applied(port);
        OptionalDouble shareError = OptionalDouble.empty();
        if (applied.isPresent()) {
            shareError = OptionalDouble.of(applied.get().shareError());
        }
        return applied.isPresent() || trouble.isEmpty()
                ? new SchedulingView(Mode.ASIC, shareError, "")
                : new SchedulingView(Mode.STATIC, shareError, trouble.get() + MEANWHILE);
    }

    private boolean isProgram(DeviceId device) {
        return typeOf.apply(device).isEmpty();
    }

    /** The connection to a switch, made anew if it is reached another way than before. */
    private Optional<Connection> connection(DeviceId device) {
        Optional<SchedulerType> type = typeOf.apply(device);
        Optional<SchedulerAccess> access =
                accessOf.apply(device).filter(found -> type.equals(Optional.of(found.type())));
        Connection present = connections.get(device);
        if (present != null && access.isPresent() && present.access.equals(access.get())) {
            return Optional.of(present);
        }
        if (present != null) {
            present.scheduler.close();
            connections.remove(device);
        }
        if (access.isEmpty()) {
            return Optional.empty();
        }
        Connection made = new Connection(access.get(), access.get().connect(() -> changed(device)));
        connections.put(device, made);
        LOG.info("{}: weights are set through {}", device, access.get());
        wanted.forEach(
                (port, settings) -> {
                    if (device(port).equals(device) && !virtualQueues.has(port)) {
                        send(made, schedule(settings));
                    }
                });
        return Optional.of(made);
    }

    /**
     * Sends a schedule. If that fails, the scheduler tries again by itself, and an alert stands
     * meanwhile.
     */
    private static void send(Connection connection, PortSchedule schedule) {
        connection
                .scheduler
                .apply(schedule)
                .whenComplete(
                        (done, error) -> {
                            if (error == null) {
                                LOG.debug("scheduled: {}", done);
                            } else {
                                LOG.debug("{}: {}", schedule.port(), error.getMessage());
                            }
                        });
    }

    private synchronized void changed(DeviceId device) {
        if (connections.containsKey(device)) {
            list(device);
        }
    }

    private void list(DeviceId device) {
        Optional<String> trouble = trouble(device);
        if (trouble.isPresent()) {
            alerts.raise(WEIGHTS_STATIC, device.toString(), trouble.get() + MEANWHILE);
        } else {
            alerts.clear(WEIGHTS_STATIC, device.toString());
        }
    }

    /** Lists a switch whose configuration names the server of another type of scheduler. */
    private void listUnused(DeviceId device) {
        Optional<SchedulerType> own = typeOf.apply(device);
        Optional<SchedulerType> named = accessOf.apply(device).map(SchedulerAccess::type);
        if (named.isEmpty() || own.equals(named)) {
            alerts.clear(UNUSED, device.toString());
            return;
        }
        alerts.raise(
                UNUSED,
                device.toString(),
                netcfg(device)
                        + " names a "
                        + server(named.get())
                        + ", but the weights of this switch are "
                        + own.map(type -> "set through a " + server(type))
                                .orElse("settings of its program")
                        + "; it is not used");
    }

    private static String netcfg(DeviceId device) {
        return "netcfg devices/" + device + "/" + DeviceAccessConfig.KEY;
    }

    private static String server(SchedulerType type) {
        return type.serverName() + " (" + type.addressField() + ")";
    }

    private Optional<String> trouble(DeviceId device) {
        Connection connection = connections.get(device);
        return connection == null && needsNone(device)
                ? Optional.empty()
                : trouble(device, connection);
    }

    /** Whether every port of a switch that is under control has virtual queues. */
    private boolean needsNone(DeviceId device) {
        List<PortId> ports = new ArrayList<>(specs.keySet());
        ports.removeIf(port -> !device(port).equals(device));
        return !ports.isEmpty() && ports.stream().allMatch(virtualQueues::has);
    }

    private Optional<String> trouble(DeviceId device, Connection connection) {
        return connection == null
                ? typeOf.apply(device).map(type -> netcfg(device) + " names no " + server(type))
                : connection.scheduler.trouble();
    }

    private PortSchedule schedule(PortSettings settings) {
        PortSpec spec = specs.get(settings.port());
        List<QueueShare> shares = new ArrayList<>();
        for (QueueSettings queue : settings.queues()) {
            OptionalLong maxRateBps = OptionalLong.empty();
            if (spec != null && queue.classIndex() < spec.classes().size()) {
                OptionalDouble most = spec.classes().get(queue.classIndex()).targets().maxRateBps();
                if (most.isPresent()) {
                    maxRateBps = OptionalLong.of(Math.max(1, Math.round(most.getAsDouble())));
                }
            }
            double share = Math.min(1, Math.max(LEAST_SHARE, queue.weightFraction()));
            shares.add(new QueueShare(share, maxRateBps));
        }
        return new PortSchedule(settings.port(), shares);
    }

    private static DeviceId device(PortId port) {
        return DeviceId.deviceId(port.device());
    }

    /** A switch's scheduler and how it is reached. */
    private static final class Connection {
        private final SchedulerAccess access;
        private final PortScheduler scheduler;

        private Connection(SchedulerAccess access, PortScheduler scheduler) {
            this.access = access;
            this.scheduler = scheduler;
        }
    }
}
