// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.onosproject.store.service.EventuallyConsistentMapBuilder;
import org.onosproject.store.service.StorageService;

/**
 * A storage service whose eventually consistent maps are also kept on this node's disk. ONOS keeps
 * those only in memory unless told otherwise, and its stores have no switch to tell it.
 *
 * <p>It matters for what was translated to a device's pipeline: after a restart, a device's entries
 * of which there is no translation are unknown, and ONOS deletes unknown entries.
 */
final class DurableStorage {
    private DurableStorage() {}

    static StorageService of(StorageService storage) {
        return (StorageService)
                Proxy.newProxyInstance(
                        StorageService.class.getClassLoader(),
                        new Class<?>[] {StorageService.class},
                        (proxy, method, arguments) -> call(storage, method, arguments));
    }

    private static Object call(StorageService storage, Method method, Object[] arguments)
            throws Throwable {
        Object result;
        try {
            result = method.invoke(storage, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        return result instanceof EventuallyConsistentMapBuilder
                ? ((EventuallyConsistentMapBuilder<?, ?>) result).withPersistence()
                : result;
    }
}
