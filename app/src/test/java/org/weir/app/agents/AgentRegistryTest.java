// SPDX-License-Identifier: Apache-2.0
package org.weir.app.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.onlab.packet.IpAddress;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.MapEvent;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.Versioned;
import org.weir.app.RejectedException;

/** Leases by a clock that the test sets, in a store that two instances share. */
class AgentRegistryTest {

    private static final IpAddress HOST = IpAddress.valueOf("10.0.0.1");

    private final Stored stored = new Stored();
    private long nowMs = 1_000_000;
    private int changes;
    private AgentRegistry registry;

    /** The store: listeners are told at once. */
    private static final class Stored extends AsyncConsistentMapAdapter<String, Long> {
        private final Map<String, Long> entries = new TreeMap<>();
        private final Set<MapEventListener<String, Long>> listeners = new HashSet<>();
        private boolean isAway;
        private int readingsToFail;

        @Override
        public CompletableFuture<Versioned<Long>> put(String key, Long value) {
            return change(key, value);
        }

        @Override
        public CompletableFuture<Versioned<Long>> remove(String key) {
            return change(key, null);
        }

        private CompletableFuture<Versioned<Long>> change(String key, Long value) {
            if (isAway) {
                return CompletableFuture.failedFuture(new IllegalStateException("no quorum"));
            }
            Long before = value == null ? entries.remove(key) : entries.put(key, value);
            Versioned<Long> now = value == null ? null : new Versioned<>(value, 1);
            Versioned<Long> old = before == null ? null : new Versioned<>(before, 1);
            if (now != null || old != null) {
                listeners.forEach(each -> each.event(new MapEvent<>("map", key, now, old)));
            }
            return CompletableFuture.completedFuture(old);
        }

        @Override
        public CompletableFuture<Versioned<Long>> computeIf(
                String key,
                Predicate<? super Long> condition,
                BiFunction<? super String, ? super Long, ? extends Long> function) {
            Long before = entries.get(key);
            return condition.test(before)
                    ? change(key, function.apply(key, before))
                    : CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Set<Map.Entry<String, Versioned<Long>>>> entrySet() {
            if (readingsToFail > 0) {
                readingsToFail--;
                return CompletableFuture.failedFuture(new IllegalStateException("no quorum"));
            }
            Set<Map.Entry<String, Versioned<Long>>> found = new HashSet<>();
            entries.forEach((key, value) -> found.add(Map.entry(key, new Versioned<>(value, 1))));
            return CompletableFuture.completedFuture(found);
        }

        @Override
        public CompletableFuture<Void> addListener(MapEventListener<String, Long> listener) {
            listeners.add(listener);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> removeListener(MapEventListener<String, Long> listener) {
            listeners.remove(listener);
            return CompletableFuture.completedFuture(null);
        }
    }

    @BeforeEach
    void start() {
        registry = instance();
    }

    private AgentRegistry instance() {
        AgentRegistry made = new AgentRegistry(stored, () -> nowMs);
        made.start(() -> changes++);
        changes = 0;
        return made;
    }

    @Test
    void aLeaseEndsUnlessItIsRenewed() {
        registry.register("10.0.0.1", 30);
        assertThat(changes).isEqualTo(1);
        nowMs += 20_000;
        registry.register("10.0.0.1", 30);
        registry.expire();
        assertThat(changes).as("renewed").isEqualTo(1);
        nowMs += 29_999;
        registry.expire();
        assertThat(registry.isRegistered(HOST)).isTrue();
        assertThat(registry.leaseMs(HOST)).hasValue(1);
        nowMs++;
        assertThat(registry.isRegistered(HOST)).isFalse();
        registry.expire();
        assertThat(changes).isEqualTo(2);
        assertThat(stored.entries).isEmpty();
        registry.expire();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void anEndIsAtOnceAndTwiceIsOnce() {
        registry.register("10.0.0.1", 3600);
        registry.remove("10.0.0.1");
        registry.remove("10.0.0.1");
        assertThat(registry.leases()).isEmpty();
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void aShorterLeaseTakesThePlaceOfALongerOne() {
        registry.register("10.0.0.1", 3600);
        registry.register("10.0.0.1", 5);
        assertThat(registry.leases()).containsExactly(Map.entry(HOST, 5_000L));
    }

    @Test
    void anotherInstanceAndTheNextOneKnowIt() {
        AgentRegistry other = instance();
        registry.register("2001:DB8::5", 30);
        assertThat(other.isRegistered(IpAddress.valueOf("2001:db8::5"))).isTrue();
        assertThat(changes).as("both were told").isEqualTo(2);

        other.stop();
        registry.stop();
        AgentRegistry next = instance();
        assertThat(next.isRegistered(IpAddress.valueOf("2001:db8::5"))).isTrue();
    }

    @Test
    void aLeaseThatAnotherInstanceHasRenewedIsNotRemoved() {
        registry.register("10.0.0.1", 30);
        registry.stop();
        long renewedMs = nowMs + 60_000;
        stored.entries.put("10.0.0.1", renewedMs);
        nowMs += 30_000;
        registry.expire();
        assertThat(stored.entries).containsEntry("10.0.0.1", renewedMs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "h1", "10.0.0.300", "224.0.0.1", "0.0.0.0", "fe80::1", "ff02::1"})
    void whatIsNoHostsAddressIsRefused(String address) {
        assertThatThrownBy(() -> registry.register(address, 30))
                .isInstanceOf(RejectedException.class)
                .hasMessageStartingWith("address: must be");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 4, 3601})
    void aTimeThatIsNoLeaseIsRefused(int seconds) {
        assertThatThrownBy(() -> registry.register("10.0.0.1", seconds))
                .isInstanceOf(RejectedException.class)
                .hasMessage("leaseSeconds: must be 5 to 3600");
    }

    @Test
    void withoutTheStoreNothingIsSaidToBeRegistered() {
        stored.isAway = true;
        assertUnanswered(() -> registry.register("10.0.0.1", 30));
        assertThat(registry.leases()).isEmpty();
        assertUnanswered(() -> registry.remove("10.0.0.1"));
    }

    private static void assertUnanswered(ThrowingCallable request) {
        assertThatThrownBy(request)
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        e -> assertThat(e.reason()).isEqualTo(RejectedException.Reason.UNANSWERED))
                .hasMessageContaining("no quorum");
    }

    @Test
    void leasesAreReadUntilTheStoreAnswers() {
        registry.register("10.0.0.1", 3600);
        stored.readingsToFail = 2;
        AgentRegistry next = instance();
        assertThat(next.isRegistered(HOST)).isFalse();
        next.expire();
        assertThat(changes).isZero();

        next.expire();
        assertThat(next.isRegistered(HOST)).isTrue();
        assertThat(changes).isEqualTo(1);
    }
}
