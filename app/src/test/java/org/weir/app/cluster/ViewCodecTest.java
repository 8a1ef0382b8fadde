// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.app.Alert;
import org.weir.app.DropCause;
import org.weir.app.QueueFigure;
import org.weir.control.TargetKind;

/**
 * Classes of the views. A class that the codec does not know fails only when a view contains an
 * object of it, so that a test with views of its own can miss it.
 */
class ViewCodecTest {

    /** Written by serializers of their own. */
    private static final Set<Class<?>> OTHERWISE =
            Set.of(Alert.class, QueueFigure.class, DropCause.class, TargetKind.class);

    @Test
    void knowsEachClassThatAViewCanContain() {
        Set<Class<?>> reached = new HashSet<>();
        reach(DeviceState.class, reached);
        reach(NodeState.class, reached);
        reached.removeAll(OTHERWISE);

        assertThat(reached).hasSizeGreaterThan(10);
        assertThat(ViewCodec.VIEWS).containsAll(reached);
    }

    private static void reach(Type type, Set<Class<?>> reached) {
        if (type instanceof ParameterizedType) {
            for (Type argument : ((ParameterizedType) type).getActualTypeArguments()) {
                reach(argument, reached);
            }
        } else if (type instanceof Class && isOurs((Class<?>) type)) {
            Class<?> view = (Class<?>) type;
            if (reached.add(view) && !view.isEnum()) {
                Arrays.stream(view.getDeclaredFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .map(Field::getGenericType)
                        .forEach(field -> reach(field, reached));
            }
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("org.weir.") && !type.isInterface();
    }
}
