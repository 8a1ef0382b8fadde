// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;

/** The whole application in an ONOS without switches. */
class WeirComponentTest {

    private static final long WAIT_SECONDS = 30;

    private final EmptyOnos onos = new EmptyOnos();
    private final WeirComponent component = new WeirComponent();

    WeirComponentTest() throws ReflectiveOperationException {
        for (Field field : WeirComponent.class.getDeclaredFields()) {
            if (field.getType().getName().startsWith("org.onosproject.")
                    && !field.getName().startsWith("alarm")) {
                field.set(component, onos.service(field.getType()));
            }
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("weir"))
                .collect(Collectors.toSet());
    }

    @Test
    void nothingIsLeftAfterDeactivation() throws InterruptedException {
        Set<Thread> before = threads();
        component.activate(onos.service(BundleContext.class));
        assertThat(onos.openMaps).hasSize(4);
        assertThat(onos.listeners).hasSizeGreaterThan(5);
        assertThat(threads()).hasSizeGreaterThan(before.size());

        component.deactivate();

        assertThat(onos.openMaps).as("maps in memory").isEmpty();
        assertThat(onos.listeners).as("listeners").isEmpty();
        for (Thread thread : threads()) {
            if (!before.contains(thread)) {
                thread.join(TimeUnit.SECONDS.toMillis(WAIT_SECONDS));
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }
}
