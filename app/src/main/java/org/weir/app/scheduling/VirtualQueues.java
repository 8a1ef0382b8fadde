// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.RuleBook;
import org.weir.control.PortId;
import org.weir.control.PortSettings;

/**
 * Virtual queues of ports whose ASIC's scheduler may not be changed: they get the solved shares in
 * its place, and thresholds are compared with them. The phantom queues of rate-based marking, which
 * any port may have, use the same table of the switch.
 */
public final class VirtualQueues {

    private static final String REFUSED = AlertType.VIRTUAL_QUEUES_REFUSED.word();
    private static final String BY_RATE_REFUSED = AlertType.RATE_MARKING_REFUSED.word();
    private static final String UNUSED = AlertType.VIRTUAL_QUEUES_UNUSED.word();
    private static final String SECTION = "virtual queues ";

    /** Most updates between two attempts to send rules that a switch has refused. */
    private static final int MOST_LOOKS = 60;

    private final RuleBook rules;
    private final DrainRules make;
    private final Function<DeviceId, Set<Long>> listed;
    private final Predicate<DeviceId> able;
    private final AlertBoard alerts;

    /** Rules that each port was given last; none after a removal that succeeded. */
    private final Map<PortId, Wish> wishes = new ConcurrentHashMap<>();

    /** Rules that a port is to have. */
    private static final class Wish {
        final String refused;
        final List<FlowRule> wanted;

        /** True after the switch has refused the rules, or not answered. */
        volatile boolean hasFailed;

        /** Looks until the rules are sent again; only {@link #update} uses both. */
        int looksLeft = 1;

        int pauseLooks = 1;

        Wish(String refused, List<FlowRule> wanted) {
            this.refused = refused;
            this.wanted = wanted;
        }
    }

    /**
     * Virtual queues of no port yet.
     *
     * @param rules rule book
     * @param make makes the rules
     * @param listed the ports of a switch that the network configuration gives them
     * @param able whether the program of a switch has the table for them
     * @param alerts list of alerts, for ports whose switch refuses the rules or has no table for
     *     them
     */
    public VirtualQueues(
            RuleBook rules,
            DrainRules make,
            Function<DeviceId, Set<Long>> listed,
            Predicate<DeviceId> able,
            AlertBoard alerts) {
        this.rules = rules;
        this.make = make;
        this.listed = listed;
        this.able = able;
        this.alerts = alerts;
    }

    /**
     * True if a port has, or is to have, virtual queues in place of the ASIC's scheduler.
     *
     * @param port the port
     */
    public boolean has(PortId port) {
        DeviceId device = DeviceId.deviceId(port.device());
        return listed.apply(device).contains(port.port()) && able.test(device);
    }

    /**
     * Gives a port's virtual queues what was solved.
     *
     * @param settings the settings
     * @param rateBps the port's rate, bit/s
     */
    void apply(PortSettings settings, double rateBps) {
        give(REFUSED, settings.port(), make.of(settings, rateBps));
    }

    /**
     * Gives those classes of a port phantom queues that are marked by rate, and takes virtual
     * queues from the others.
     *
     * @param settings the settings
     */
    void markByRate(PortSettings settings) {
        List<FlowRule> wanted = make.ofRateBasedMarking(settings);
        if (wanted.isEmpty()) {
            remove(settings.port());
        } else {
            give(BY_RATE_REFUSED, settings.port(), wanted);
        }
    }

    private void give(String refused, PortId port, List<FlowRule> wanted) {
        alerts.clear(refused.equals(REFUSED) ? BY_RATE_REFUSED : REFUSED, port.toString());
        Wish wish = new Wish(refused, wanted);
        wishes.put(port, wish);
        write(port, wish);
    }

    private void write(PortId port, Wish wish) {
        wish.hasFailed = false;
        rules.replace(DeviceId.deviceId(port.device()), section(port), wish.wanted)
                .whenComplete(
                        (done, error) -> {
                            if (wishes.get(port) != wish) {
                                return;
                            }
                            wish.hasFailed = error != null;
                            if (error != null) {
                                alerts.raise(wish.refused, port.toString(), error);
                                return;
                            }
                            alerts.clear(wish.refused, port.toString());
                            if (wish.wanted.isEmpty()) {
                                wishes.remove(port, wish);
                            }
                        });
    }

    /** Sends again what a switch has not confirmed, ever more rarely. */
    private void repeat(Collection<DeviceId> own) {
        wishes.keySet().removeIf(port -> !own.contains(DeviceId.deviceId(port.device())));
        wishes.forEach(
                (port, wish) -> {
                    if (wish.hasFailed && --wish.looksLeft < 0) {
                        wish.pauseLooks = Math.min(MOST_LOOKS, 2 * wish.pauseLooks);
                        wish.looksLeft = wish.pauseLooks;
                        write(port, wish);
                    }
                });
    }

    /**
     * Takes the virtual queues from those ports of a switch that are to have none any more. Phantom
     * queues stay until the port's next settings: after a restart those in force are read later.
     * Sends again what was refused.
     */
    void update(Collection<DeviceId> own) {
        repeat(own);
        for (DeviceId device : own) {
            for (String section : rules.sections(device)) {
                if (section.startsWith(SECTION)) {
                    long number = Long.parseLong(section.substring(SECTION.length()));
                    PortId port = new PortId(device.toString(), number);
                    if (!has(port) && !DrainRules.markByRate(rules.rules(device, section))) {
                        remove(port);
                    }
                }
            }
            if (listed.apply(device).isEmpty() || able.test(device)) {
                alerts.clear(UNUSED, device.toString());
            } else {
                alerts.raise(
                        UNUSED,
                        device.toString(),
                        "netcfg devices/"
                                + device
                                + "/"
                                + DeviceAccessConfig.KEY
                                + " names ports for virtual queues (virtualQueues), but the"
                                + " switch's program has no table for them; they are not used");
            }
        }
    }

    /** Takes a port's virtual and phantom queues away, if it has them. */
    void remove(PortId port) {
        DeviceId device = DeviceId.deviceId(port.device());
        Wish last = wishes.get(port);
        boolean isLeaving = last != null && last.wanted.isEmpty();
        if (rules.sections(device).contains(section(port)) && !isLeaving) {
            alerts.clear(REFUSED, port.toString());
            give(REFUSED, port, List.of());
        }
    }

    private static String section(PortId port) {
        return SECTION + port.port();
    }
}
