// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.scheduler.AppliedSchedule;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.PortScheduler;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.P4Names;

/** Keepers of the weights of a Tofino, whose scheduler notes what it is given. */
abstract class SchedulersFixture {
    static final DeviceId TOFINO = DeviceId.deviceId("device:t1");
    static final PortId PORT = new PortId("device:t1", 4);
    static final SchedulerType BF_RUNTIME = new Type("bfrt", "BF Runtime server");

    final SchedulerAccess access = new Server(BF_RUNTIME);
    final AlertBoard alerts = new AlertBoard();
    final Map<DeviceId, SchedulerAccess> configured = new HashMap<>();
    final List<Switch> connected = new ArrayList<>();
    final HeldRules entries = new HeldRules();
    final Set<Long> listed = new HashSet<>();
    boolean able = true;
    final VirtualQueues virtualQueues =
            new VirtualQueues(
                    new RuleBook(
                            entries,
                            new OneSwitch("org.weir.tna", "stratum-tofino", 4).mastership(),
                            new StoredRules().archive()),
                    new DrainRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                    device -> device.equals(TOFINO) ? listed : Set.of(),
                    device -> able,
                    alerts);
    final PortSchedulers schedulers = newSchedulers();

    PortSchedulers newSchedulers() {
        return new PortSchedulers(
                device -> device.equals(TOFINO) ? Optional.of(BF_RUNTIME) : Optional.empty(),
                device -> Optional.ofNullable(configured.get(device)),
                virtualQueues,
                alerts);
    }

    /** A server that is reached without a network. */
    final class Server implements SchedulerAccess {
        final SchedulerType type;

        Server(SchedulerType type) {
            this.type = type;
        }

        @Override
        public SchedulerType type() {
            return type;
        }

        @Override
        public PortScheduler connect(Runnable changed) {
            connected.add(new Switch(this, changed));
            return connected.get(connected.size() - 1);
        }
    }

    /** Names of a type of scheduler; reads nothing. */
    static final class Type implements SchedulerType {
        final String field;
        final String server;

        Type(String field, String server) {
            this.field = field;
            this.server = server;
        }

        @Override
        public String addressField() {
            return field;
        }

        @Override
        public String serverName() {
            return server;
        }

        @Override
        public Set<String> fields() {
            return Set.of(field);
        }

        @Override
        public SchedulerAccess read(JsonNode node, String source) {
            throw new UnsupportedOperationException();
        }
    }

    /** A switch's scheduler that takes all it is given, unless it is in trouble. */
    static final class Switch implements PortScheduler {
        final SchedulerAccess access;
        final Runnable changed;
        final List<PortSchedule> given = new ArrayList<>();
        final List<PortId> forgotten = new ArrayList<>();
        String trouble;

        /** Refused while others are still on their way. */
        PortId refused;

        boolean closed;

        Switch(SchedulerAccess access, Runnable changed) {
            this.access = access;
            this.changed = changed;
        }

        @Override
        public CompletableFuture<AppliedSchedule> apply(PortSchedule schedule) {
            given.add(schedule);
            return CompletableFuture.completedFuture(applied(schedule.port()).orElseThrow());
        }

        @Override
        public Optional<AppliedSchedule> applied(PortId port) {
            return trouble != null || refused != null || given.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new AppliedSchedule(given.get(given.size() - 1), List.of(1), 0.25));
        }

        @Override
        public void forget(PortId port) {
            forgotten.add(port);
        }

        @Override
        public Optional<String> trouble() {
            return refused == null ? Optional.ofNullable(trouble) : Optional.of(refused + ": no");
        }

        @Override
        public Optional<String> trouble(PortId port) {
            return refused == null || refused.equals(port) ? trouble() : Optional.empty();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    static PortSettings settings(PortId port, double first) {
        return new PortSettings(
                port, RateWindow.ofUs(128), List.of(queue(0, first), queue(1, 1 - first)));
    }

    private static QueueSettings queue(int index, double share) {
        return queue(index, share, Marking.atDepth(1));
    }

    static QueueSettings queue(int index, double share, Marking marking) {
        return QueueSettings.builder(index)
                .weightPackets(1)
                .marking(marking)
                .limitPackets(2)
                .weightFraction(share)
                .build();
    }

    List<String> alertTexts() {
        List<String> texts = new ArrayList<>();
        for (Alert alert : alerts.all()) {
            texts.add(alert.toString());
        }
        return texts;
    }

    /** A port of 1 Gb/s with two classes. */
    static PortSpec spec(PortId port) {
        return new PortSpec(
                port,
                1_000_000_000,
                100,
                List.of(
                        new ClassSpec("a", ClassKind.A, 1, Targets.NONE),
                        new ClassSpec("b", ClassKind.B, 1, Targets.NONE)));
    }

    List<String> drains() {
        return entries.of(P4Names.TABLE_DRAINS.toString());
    }
}
