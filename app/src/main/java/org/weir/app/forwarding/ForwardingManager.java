// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.flow.FlowRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.app.fabric.LinkMap;
import org.weir.app.route.RouteView;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;
import org.weir.control.policy.StaticRoute;

/**
 * Keeps a route to every address of every known host in every switch, and the static routes of the
 * policy.
 *
 * <p>What forwards stays until something better is there: a route whose last path has gone is kept
 * and listed, not removed; so is a route from before a restart whose path is not found again. New
 * paths are installed from the destination outwards, each switch after those that are nearer, so
 * that no packet finds a switch without a route. When a link has failed, all switches change at
 * once.
 */
public final class ForwardingManager {

    private static final Logger LOG = LoggerFactory.getLogger(ForwardingManager.class);

    /** Section of the rule book. */
    static final String SECTION = "routes";

    /**
     * Time for which all routes from before a restart of ONOS or a change of master are kept, ms,
     * from the first contact with the switch on. Links and hosts are discovered one by one after a
     * restart, and a new master may know fewer of them than the one before; until then a missing
     * path does not mean that there is none.
     */
    public static final long HOLD_MS = 30_000;

    /** Longest wait until switches have confirmed routes before others build on them, ms. */
    private static final long CONFIRM_MS = 12_000;

    private static final Comparator<DeviceId> BY_NAME = Comparator.comparing(DeviceId::toString);

    private final Fabric fabric;
    private final RuleBook rules;
    private final DirectRules direct;
    private final RouteRules make;
    private final RouteAlerts alerts;
    private final LongSupplier clockNs;
    private final long startedNs;
    private final FormerRoutes former = new FormerRoutes();

    /** Routes that switches have confirmed or are being given; a switch in doubt is left out. */
    private final Map<DeviceId, RoutePlan> inForce = new ConcurrentHashMap<>();

    /**
     * Routes that each switch was given last, confirmed or not: those to keep where no path is
     * seen. Contact that is lost and found again leaves doubts, but is no reason to remove a route.
     */
    private final Map<DeviceId, RoutePlan> given = new ConcurrentHashMap<>();

    private final HostMemory hosts = new HostMemory();
    private Consumer<HostId> forget = host -> {};

    private final LinkMemory linkMemory = new LinkMemory();

    private ShortestPaths paths = new ShortestPaths(LinkMap.empty(), LinkMap.empty());
    private LinkMap lastLinks = LinkMap.empty();
    private long confirmedNs = System.nanoTime();

    private final Confirmations confirmations = new Confirmations();
    private long confirmMs = CONFIRM_MS;

    private volatile boolean isLinkInDoubt;
    private StaticRoutes staticRoutes = StaticRoutes.NONE;
    private volatile List<RouteView> routeViews = List.of();

    /** Addresses of hosts that have a place. */
    private volatile Set<IpAddress> placed = Set.of();

    private volatile Reach reach = new Reach(Set.of(), Map.of());

    /** Time of the first lost path that no update has seen, ns; 0 if there is none. */
    private final AtomicLong lostNs = new AtomicLong();

    /** Completes when a path is lost, which ends the wait for confirmations. */
    private volatile CompletableFuture<Void> pathLost = new CompletableFuture<>();

    /**
     * A manager that has not installed anything yet.
     *
     * @param fabric the network
     * @param rules rule book for routes; already restored
     * @param direct changes entries that a switch has already
     * @param make makes routes
     * @param alerts list of alerts, for unreachable hosts
     * @param clockNs monotonic time, ns
     */
    public ForwardingManager(
            Fabric fabric,
            RuleBook rules,
            DirectRules direct,
            RouteRules make,
            AlertBoard alerts,
            LongSupplier clockNs) {
        this.clockNs = clockNs;
        startedNs = clockNs.getAsLong();
        this.fabric = fabric;
        this.rules = rules;
        this.direct = direct;
        this.make = make;
        this.alerts = new RouteAlerts(alerts);
    }

    /**
     * Whether packets can go from a switch to an address: every switch that has a path to it has
     * been given the route, and this one is among them. True also of addresses that need no route:
     * none, and link-local ones.
     *
     * @param address a host's
     * @param from the switch
     */
    public boolean isReachable(IpAddress address, DeviceId from) {
        Reach present = reach;
        return !RouteComputation.isRoutable(address)
                || present.addresses.contains(address)
                        && !present.cutOff.getOrDefault(address, Set.of()).contains(from);
    }

    /**
     * Returns true if a switch has a route to an address, or may have one from before a restart of
     * ONOS or a change of master.
     *
     * @param device switch of this instance
     * @param address a host's
     */
    boolean keepsRoute(DeviceId device, IpAddress address) {
        RoutePlan plan = given.get(device);
        return isHeld(device)
                || plan != null && plan.route(address) != null && placed.contains(address);
    }

    /**
     * Begins a mastership term: the rule book has read the routes of a switch again, and they are
     * kept for {@value #HOLD_MS} ms.
     *
     * @param device switch
     */
    public void beginTerm(DeviceId device) {
        former.hold(device, clockNs.getAsLong() + HOLD_MS * 1_000_000);
        inForce.remove(device);
    }

    /**
     * Begins the time for which the routes of a switch from before are kept, if the switch is in
     * contact for the first time: it may be long after the start of the application.
     *
     * @param device switch
     */
    public void firstContact(DeviceId device) {
        former.holdOnce(device, clockNs.getAsLong() + HOLD_MS * 1_000_000);
    }

    private boolean isHeld(DeviceId device) {
        long nowNs = clockNs.getAsLong();
        return isStarting(nowNs) || former.isHeld(device, nowNs);
    }

    private boolean isStarting(long nowNs) {
        return nowNs - startedNs < HOLD_MS * 1_000_000;
    }

    /** Hurries an update that runs: a path has been lost, and the next update is urgent. */
    public void pathLost() {
        lostNs.compareAndSet(0, System.nanoTime());
        pathLost.complete(null);
    }

    /** Whether a switch has refused routes or not confirmed them, so that an update is due. */
    public boolean hasFailed() {
        return !confirmations.isComplete();
    }

    /** True while a host is at the port of a former link, so that an update is due. */
    public boolean isLinkInDoubt() {
        return isLinkInDoubt;
    }

    /**
     * Sets how many addresses of hosts at a port get routes.
     *
     * @param limit most addresses of a port
     */
    public synchronized void limitAddresses(ToIntFunction<ConnectPoint> limit) {
        hosts.limit(limit);
    }

    /**
     * Sets the static routes; the next update installs them.
     *
     * @param routes no two of them to the same prefix
     */
    public synchronized void setStaticRoutes(List<StaticRoute> routes) {
        staticRoutes = new StaticRoutes(routes);
        hosts.exempt(staticRoutes.allNextHops());
        former.releasePrefixes();
    }

    /** The static routes in their order, with the states that they have since the last update. */
    public List<RouteView> staticRoutes() {
        return routeViews;
    }

    /**
     * Sets what makes ONOS forget a host that gets no route.
     *
     * @param forget is given hosts whose addresses all found their port full
     */
    public synchronized void forgetBy(Consumer<HostId> forget) {
        this.forget = forget;
    }

    /**
     * Sets how long switches have to confirm routes before others build on them.
     *
     * @param limitMs longest wait, ms
     */
    synchronized void confirmWithin(long limitMs) {
        confirmMs = limitMs;
    }

    /** Computes every route anew and installs what differs. */
    public synchronized void update() {
        // Before links are read: a path that is lost after it ends the waits of this update.
        pathLost = new CompletableFuture<>();
        // Also by an update that finds no link lost: it may be back already.
        long eventNs = lostNs.getAndSet(0);
        LinkMap links = fabric.links();
        boolean isFailure = !links.containsAll(lastLinks);
        lastLinks = links;
        List<Host> known = fabric.hosts();
        LinkMap allLinks =
                linkMemory.update(
                        links, fabric.configuredDevices().keySet(), known, clockNs.getAsLong());
        isLinkInDoubt = linkMemory.isInDoubt();
        paths = paths.after(links, allLinks);
        hosts.update(known, allLinks);
        alerts.replaceFullPorts(hosts.refused());
        forgetSurplus();
        confirmations.begin();
        Map<DeviceId, Map<IpAddress, Long>> places = hosts.byDevice();
        Map<IpPrefix, IpAddress> nextHops =
                staticRoutes.nextHops(
                        address ->
                                places.values().stream().anyMatch(at -> at.containsKey(address)));
        RouteComputation computation =
                new RouteComputation(paths, places, nextHops, fabric.availableDevices(), given);
        placed = computation.addresses();
        routeViews = List.copyOf(staticRoutes.views(places));
        computation.plans().keySet().forEach(this::firstContact);
        former.setKnown(computation.destinations());
        if (isFailure) {
            reroute(computation);
            logWhenDone(eventNs, install(computation, Integer.MAX_VALUE));
        } else {
            for (int hops : computation.distances()) {
                install(computation, hops);
                confirmations.await(confirmMs, pathLost);
                if (pathLost.isDone() || confirmations.mustStop()) {
                    return;
                }
            }
            confirmations.end();
            updateReach(computation);
        }
        dropRestored(computation);
        if (!isStarting(clockNs.getAsLong())) {
            alerts.replaceUnreachable(computation.cutOff());
        }
    }

    /**
     * Before all else: entries that are in the switches and lead to the failed link lead elsewhere,
     * first where a path was lost. Entries that are new, such as another group's, follow in the
     * usual way.
     */
    private void reroute(RouteComputation computation) {
        Map<DeviceId, RoutePlan> others = new TreeMap<>(BY_NAME);
        computation
                .plans()
                .forEach(
                        (device, wanted) -> {
                            RoutePlan before = inForce.get(device);
                            if (before == null || !fabric.own(device) || wanted.equals(before)) {
                                return;
                            }
                            if (wanted.hasLostPaths(before)) {
                                reroute(device, before, wanted);
                            } else {
                                others.put(device, before);
                            }
                        });
        others.forEach(
                (device, before) -> reroute(device, before, computation.plans().get(device)));
    }

    private void reroute(DeviceId device, RoutePlan before, RoutePlan wanted) {
        List<FlowRule> changed = wanted.changedActions(before, make);
        if (!changed.isEmpty()) {
            direct.change(device, List.of(changed))
                    .exceptionally(
                            error -> {
                                LOG.debug("{}: not at once: {}", device, error.getMessage());
                                return null;
                            });
        }
    }

    private void logWhenDone(long eventNs, List<CompletableFuture<Void>> answers) {
        long computedNs = System.nanoTime();
        CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .whenComplete(
                        (done, error) ->
                                LOG.info(
                                        "links lost: {} switches have other routes, computed {} ms"
                                                + " and confirmed {} ms after the event{}",
                                        answers.size(),
                                        ms(eventNs, computedNs),
                                        ms(eventNs, System.nanoTime()),
                                        error == null ? "" : "; not all of them"));
    }

    private static long ms(long fromNs, long toNs) {
        return fromNs == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(toNs - fromNs);
    }

    /** Refused routes hold answers back for a while only: part of a network is better than none. */
    private void updateReach(RouteComputation computation) {
        long nowNs = System.nanoTime();
        boolean isComplete = confirmations.isComplete();
        if (isComplete) {
            confirmedNs = nowNs;
        }
        if (isComplete || nowNs - confirmedNs > HOLD_MS * 1_000_000) {
            reach = new Reach(computation.addresses(), computation.cutOff());
        }
    }

    /** Addresses with routes, and for each address the switches without a path to it. */
    private static final class Reach {
        final Set<IpAddress> addresses;
        final Map<IpAddress, Set<DeviceId>> cutOff;

        Reach(Set<IpAddress> addresses, Map<IpAddress, Set<DeviceId>> cutOff) {
            this.addresses = addresses;
            this.cutOff = cutOff;
        }
    }

    /** Brings the routes of at most so many hops up to date; gives what the switches confirm. */
    private List<CompletableFuture<Void>> install(RouteComputation computation, int mostHops) {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        computation
                .plans()
                .forEach(
                        (device, wanted) -> {
                            if (!fabric.own(device)) {
                                inForce.remove(device);
                                // What its master gives it: this instance may be the next.
                                given.put(device, wanted);
                                return;
                            }
                            RoutePlan before = inForce.get(device);
                            RoutePlan next = computation.upTo(mostHops, device, before);
                            if (!next.equals(before)) {
                                answers.add(write(device, next));
                            }
                        });
        return answers;
    }

    private CompletableFuture<Void> write(DeviceId device, RoutePlan plan) {
        Set<FlowRule> wanted = new LinkedHashSet<>(plan.rules(make));
        wanted.addAll(
                former.kept(device, () -> rules.rules(device, SECTION), isHeld(device), plan));
        inForce.put(device, plan);
        given.put(device, plan);
        CompletableFuture<Void> confirmed =
                rules.replace(device, SECTION, new ArrayList<>(wanted))
                        .whenComplete((done, error) -> confirm(device, plan, error));
        confirmations.add(device, confirmed);
        return confirmed;
    }

    private void confirm(DeviceId device, RoutePlan plan, Throwable error) {
        if (error == null) {
            alerts.confirmed(device);
        } else {
            // Not known what of it is in the switch: the next update writes it again.
            inForce.remove(device, plan);
            confirmations.fail(device);
            alerts.refused(device, error);
        }
    }

    /** Removes routes from before that need not be kept any more. */
    private void dropRestored(RouteComputation computation) {
        for (DeviceId device : computation.plans().keySet()) {
            RoutePlan plan = inForce.get(device);
            if (plan != null && former.isKeeping(device) && !isHeld(device)) {
                write(device, plan);
            }
        }
    }

    private void forgetSurplus() {
        hosts.surplus()
                .forEach(
                        (host, device) -> {
                            if (fabric.own(device)) {
                                forget.accept(host);
                            }
                        });
    }
}
