// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.change.Edit;
import org.weir.app.policy.OneConfiguration;
import org.weir.app.policy.PolicyHistory;
import org.weir.app.policy.PolicyManager;
import org.weir.app.policy.StoredDocuments;
import org.weir.control.PortId;
import org.weir.control.loop.ControlLoop;
import org.weir.control.loop.PortPlan;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;

/** Plans over the real control loop with two ports, and stores that outlive the application. */
abstract class PlansFixture {
    static final PortId PORT = new PortId("device:s1", 4);
    static final PortId OTHER = new PortId("device:s2", 1);
    static final Edit EDIT = Edit.by("ann", "REST", "planned");
    static final int GUARD_SECONDS = 60;

    final ObjectMapper mapper = new ObjectMapper();
    final OneConfiguration registry = new OneConfiguration();
    final StoredDocuments versions = new StoredDocuments();
    final StoredDocuments stored = new StoredDocuments();
    final StoredDocuments details = new StoredDocuments();

    /** Ports under control; all but {@link #PORT} are other nodes'. */
    Set<PortId> underControl = Set.of(PORT, OTHER);

    long nowMs = 1_000_000;
    long periodMs = 1_000;

    /** Wall-clock time ahead of the monotonic clock, ms. */
    long aheadMs;

    boolean isInForce = true;
    Map<String, Boolean> met = Map.of("class A at s1/4", true);
    ControlLoop loop;
    PolicyManager policies;
    Plans plans;

    @BeforeEach
    void start() throws IOException {
        boot();
        policies.replace(policy(20), EDIT);
    }

    /** The application starts, on what ONOS has stored. */
    void boot() {
        policies =
                new PolicyManager(
                        OneConfiguration.APP,
                        registry,
                        new PolicyHistory(versions.store(), () -> nowMs, () -> true),
                        this::begin,
                        new AlertBoard(),
                        Runnable::run);
        plans =
                new Plans(
                        policies,
                        stored.store(),
                        details.store(),
                        this::solve,
                        this::look,
                        () -> underControl,
                        PORT::equals,
                        () -> nowMs + aheadMs,
                        () -> nowMs * 1_000_000,
                        () -> true);
        plans.start();
        policies.start();
    }

    private Map<String, LastPeriod> look() {
        Map<String, LastPeriod> periods = new TreeMap<>();
        met.forEach(
                (name, isMet) ->
                        periods.put(name, new LastPeriod(nowMs / periodMs, isMet, isInForce)));
        return periods;
    }

    void begin(Policy policy) {
        if (loop == null) {
            loop =
                    new ControlLoop(
                            policy,
                            () -> nowMs * 1_000_000,
                            settings -> CompletableFuture.completedFuture(null));
        }
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
        loop.setPort(policy.portSpec(OTHER, 0).get());
    }

    List<PortPlan> solve(Policy policy) {
        return loop.plan(policy, List.of(policy.portSpec(PORT, 0).get()));
    }

    ObjectNode policy(double delayMs) throws IOException {
        String json =
                "{'version': 2, 'port': {'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': 3, 'targets': {'delayMs': "
                        + delayMs
                        + "}}, {'name': 'C', 'importance': 1}]}";
        return (ObjectNode) mapper.readTree(json.replace('\'', '"'));
    }

    void second(double... mbps) {
        nowMs += 1000;
        for (int i = 0; i < mbps.length; i++) {
            long bytes = (long) (mbps[i] * 1e6 / 8 * (nowMs / 1000));
            loop.onSample(
                    QueueSample.builder(PORT, i, nowMs * 1_000_000)
                            .arrived(bytes / 1000, bytes)
                            .departed(bytes / 1000, bytes)
                            .build());
        }
        loop.step();
    }

    void ticks(int count) {
        for (int i = 0; i < count; i++) {
            nowMs += 1000;
            plans.tick();
        }
    }
}
