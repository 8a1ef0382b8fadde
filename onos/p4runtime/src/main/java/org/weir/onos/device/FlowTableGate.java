// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.onosproject.net.DeviceId;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps looking at a switch's tables and changing them apart.
 *
 * <p>The published driver compares what it reads from a switch with what ONOS asked for and deletes
 * what differs. A write that is under way while it reads would be such a difference: the entry
 * would be deleted, or its insertion repeated and refused. For the same reason nothing is written
 * to a switch that has come back until what it holds is known.
 */
@Component(immediate = true, service = FlowTableGate.class)
public class FlowTableGate {

    /** Longest a change waits for its switch to become known; it is then tried all the same. */
    private static final long WAIT_SECONDS = 10;

    private final Map<DeviceId, ReadWriteLock> locks = new ConcurrentHashMap<>();
    private final Map<DeviceId, CountDownLatch> unknown = new ConcurrentHashMap<>();

    /** Has changes wait: the switch answers, but what its tables hold is not known. */
    void close(DeviceId deviceId) {
        unknown.computeIfAbsent(deviceId, id -> new CountDownLatch(1));
    }

    /** Lets changes through: the tables are known, or the switch is gone and refuses by itself. */
    void open(DeviceId deviceId) {
        CountDownLatch waiting = unknown.remove(deviceId);
        if (waiting != null) {
            waiting.countDown();
        }
    }

    /**
     * Changes a switch's tables; several may do so at once.
     *
     * @param deviceId the switch
     * @param change returns once the switch has answered
     * @param <T> type of the result
     * @return the result of {@code change}
     */
    public <T> T changing(DeviceId deviceId, Supplier<T> change) {
        CountDownLatch known = unknown.get(deviceId);
        if (known != null) {
            try {
                known.await(WAIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return inside(lock(deviceId).readLock(), change);
    }

    /**
     * Looks at a switch's tables and draws conclusions, while no one changes them.
     *
     * @param deviceId the switch
     * @param look reads the tables and draws the conclusions
     * @param <T> type of the result
     * @return the result of {@code look}
     */
    public <T> T looking(DeviceId deviceId, Supplier<T> look) {
        return inside(lock(deviceId).writeLock(), look);
    }

    private ReadWriteLock lock(DeviceId deviceId) {
        return locks.computeIfAbsent(deviceId, id -> new ReentrantReadWriteLock());
    }

    private static <T> T inside(Lock lock, Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
