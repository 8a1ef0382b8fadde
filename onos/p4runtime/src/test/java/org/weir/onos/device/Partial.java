// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** Makes an object with a few methods into a large interface of ONOS. */
final class Partial {
    private Partial() {}

    /**
     * An implementation of an interface. A method that the given object does not have does nothing
     * and returns 0, false, null or an empty {@code Optional}.
     *
     * @param type the interface
     * @param methods public methods with the names and parameters of those of the interface
     */
    static <T> T of(Class<T> type, Object methods) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, called, arguments) -> call(methods, called, arguments)));
    }

    private static Object call(Object methods, Method called, Object[] arguments) throws Throwable {
        try {
            Method own = methods.getClass().getMethod(called.getName(), called.getParameterTypes());
            own.setAccessible(true);
            return own.invoke(methods, arguments);
        } catch (NoSuchMethodException e) {
            return nothing(called.getReturnType());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object nothing(Class<?> type) {
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? (Object) 0L : null;
    }
}
