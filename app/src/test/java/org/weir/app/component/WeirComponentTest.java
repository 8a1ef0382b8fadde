// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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

        assertNothingIsLeft(before);
    }

    /** Nobody deactivates what was not activated. */
    @ParameterizedTest
    @CsvSource({
        "runForLeadership, 0",
        "runForLeadership, 1",
        "addProcessor, 0",
        "registerService, 0",
        "registerDeactivateHook, 0"
    })
    void nothingIsLeftAfterAnActivationThatFails(String failing, int answers)
            throws InterruptedException {
        Set<Thread> before = threads();
        onos.failing = failing;
        onos.answersLeft = answers;
        // No error of the store, for whose end the start would wait.
        onos.failure = new IllegalStateException(failing);

        assertThatThrownBy(() -> component.activate(onos.service(BundleContext.class)))
                .hasMessage(failing);

        assertNothingIsLeft(before);
    }

    /** Whatever ONOS does not do any more, no controller goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"withdraw", "cancelPackets", "unregisterConfigFactory", "unregister"})
    void nothingIsLeftIfTheStoreDoesNotAnswerAtTheEnd(String failing) throws InterruptedException {
        Set<Thread> before = threads();
        component.activate(onos.service(BundleContext.class));
        onos.failing = failing;

        component.deactivate();

        assertNothingIsLeft(before);
    }

    /** The application is deactivated in the whole cluster. */
    @ParameterizedTest
    @ValueSource(strings = {"withdraw", "cancelPackets", "unregisterConfigFactory"})
    void nothingIsLeftIfTheCleanUpDoesNotSucceed(String failing) throws InterruptedException {
        Set<Thread> before = threads();
        component.activate(onos.service(BundleContext.class));
        onos.failing = failing;

        onos.deactivateHook.run();
        component.deactivate();

        assertNothingIsLeft(before);
    }

    /** Nobody activates an application again that ONOS lists as active. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "registerApplication",
                "getSubjects",
                "registerConfigFactory",
                "requestPackets",
                "runForLeadership"
            })
    void activationWaitsForTheStore(String late) throws InterruptedException {
        Set<Thread> before = threads();
        onos.failing = late;
        onos.failuresLeft = 2;

        component.activate(onos.service(BundleContext.class));

        assertThat(onos.failuresLeft).isZero();
        component.deactivate();
        assertNothingIsLeft(before);
    }

    private void assertNothingIsLeft(Set<Thread> before) throws InterruptedException {
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
