// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.onlab.packet.IpAddress;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.store.Timestamp;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.ConsistentMapBuilder;
import org.onosproject.store.service.ConsistentMapException;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.osgi.framework.ServiceRegistration;

/**
 * An ONOS without switches, of two nodes, that takes everything and answers with nothing. It has
 * what an application has left in it.
 */
final class EmptyOnos {

    /** Listeners, processors and subscribers that were added and not removed. */
    final List<Object> listeners = new CopyOnWriteArrayList<>();

    /** Eventually consistent maps that were built and not destroyed. */
    final List<Object> openMaps = new CopyOnWriteArrayList<>();

    /** Name of methods that throw; null for none. */
    String failing;

    /** Calls of those methods that they answer before. */
    int answersLeft;

    /** Calls of those methods until they answer. */
    int failuresLeft = Integer.MAX_VALUE;

    /** Thrown by those methods; null for an error of the store. */
    RuntimeException failure;

    /** Other answers than nothing, by a method's name and arguments; null for none. */
    BiFunction<String, Object[], Object> answers = (method, arguments) -> null;

    /** Ends the application in the whole cluster. */
    Runnable deactivateHook;

    /** Time stamps of the entries of those maps. */
    final List<BiFunction<Object, Object, Timestamp>> timestamps = new ArrayList<>();

    /** A service, or another interface of ONOS. */
    <T> T service(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::called));
    }

    private Object called(Object proxy, Method method, Object[] arguments) {
        String name = method.getName();
        if (name.equals(failing) && answersLeft-- <= 0 && failuresLeft > 0) {
            failuresLeft--;
            throw failure == null ? new ConsistentMapException(name) : failure;
        }
        Object prepared = answers.apply(name, arguments);
        if (prepared != null) {
            return prepared;
        }
        switch (name) {
            case "hashCode":
                return System.identityHashCode(proxy);
            case "equals":
                return proxy == arguments[0];
            case "toString":
                return proxy.getClass().getInterfaces()[0].getSimpleName();
            case "destroy":
                openMaps.remove(proxy);
                break;
            case "registerDeactivateHook":
                deactivateHook = (Runnable) arguments[1];
                break;
            case "withTimestampProvider":
                timestamps.add(provider(arguments[0]));
                break;
            default:
                noteListener(name, arguments);
                break;
        }
        Class<?> type = method.getReturnType();
        if (type.isInstance(proxy)) {
            // A builder.
            return proxy;
        }
        Object answer = answer(method.getGenericReturnType());
        if (answer instanceof EventuallyConsistentMap) {
            openMaps.add(answer);
        }
        return answer;
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<Object, Object, Timestamp> provider(Object argument) {
        return (BiFunction<Object, Object, Timestamp>) argument;
    }

    private void noteListener(String method, Object[] arguments) {
        if (method.matches("add(Listener|Processor|Subscriber)")) {
            listeners.add(arguments[0]);
        } else if (method.matches("remove(Listener|Processor|Subscriber)")) {
            listeners.remove(arguments[0]);
        }
    }

    private Object answer(Type type) {
        Class<?> raw =
                (Class<?>)
                        (type instanceof ParameterizedType
                                ? ((ParameterizedType) type).getRawType()
                                : type instanceof Class ? type : Object.class);
        if (raw == CompletableFuture.class) {
            Type of = ((ParameterizedType) type).getActualTypeArguments()[0];
            return CompletableFuture.completedFuture(isMap(of) ? null : answer(of));
        }
        if (raw == ApplicationId.class) {
            return new DefaultApplicationId(1, "org.weir");
        }
        if (raw == ControllerNode.class) {
            return node("1");
        }
        return nothing(raw);
    }

    private static boolean isMap(Type type) {
        return type.getTypeName().contains("Versioned<") && !type.getTypeName().contains("Set<");
    }

    private static ControllerNode node(String id) {
        return new DefaultControllerNode(NodeId.nodeId(id), IpAddress.valueOf("127.0.0." + id));
    }

    private Object nothing(Class<?> raw) {
        if (raw == Optional.class) {
            return Optional.empty();
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return false;
        }
        if (raw == int.class || raw == Integer.class) {
            return 0;
        }
        if (raw == long.class || raw == Long.class) {
            return 0L;
        }
        if (raw == Set.class) {
            return Set.of();
        }
        if (raw == Map.class) {
            return Map.of();
        }
        if (raw == List.class || raw == Collection.class || raw == Iterable.class) {
            return List.of();
        }
        if (raw == Iterator.class) {
            return List.of().iterator();
        }
        if (raw == ConsistentMapBuilder.class) {
            return new Maps<>();
        }
        return raw.getSimpleName().endsWith("Builder")
                        || raw == EventuallyConsistentMap.class
                        || raw == ServiceRegistration.class
                ? service(raw)
                : null;
    }

    /** Builds consistent maps. */
    private final class Maps<K, V> extends ConsistentMapBuilder<K, V> {
        @Override
        public ConsistentMap<K, V> build() {
            throw new UnsupportedOperationException();
        }

        @Override
        @SuppressWarnings("unchecked")
        public AsyncConsistentMap<K, V> buildAsyncMap() {
            return service(AsyncConsistentMap.class);
        }
    }
}
