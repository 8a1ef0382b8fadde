// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.controlplane.SwitchControl;

/** A switch that takes as long as a test wants for all that needs a program to be compiled. */
final class SlowSwitch {
    private static final long TIMEOUT_SECONDS = 20;

    private static final Set<String> SLOW = Set.of("prepareProgram", "spare", "checkProgram");

    private final SwitchControl device;
    private final BlockingQueue<CountDownLatch> begun = new LinkedBlockingQueue<>();

    SlowSwitch(SwitchControl device) {
        this.device = device;
    }

    /** The switch for a server to use. */
    SwitchControl control() {
        return (SwitchControl)
                Proxy.newProxyInstance(
                        SwitchControl.class.getClassLoader(),
                        new Class<?>[] {SwitchControl.class},
                        (proxy, method, arguments) -> invoke(method, arguments));
    }

    private Object invoke(Method method, Object[] arguments) throws Throwable {
        boolean compiles =
                SLOW.contains(method.getName())
                        || method.getName().equals("loadProgram")
                                && method.getParameterTypes()[0] == byte[].class;
        if (compiles) {
            CountDownLatch allowed = new CountDownLatch(1);
            begun.add(allowed);
            assertThat(allowed.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        try {
            return method.invoke(device, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Waits until a program is to be compiled; it is when the latch that is given opens. */
    CountDownLatch nextCompilation() throws InterruptedException {
        CountDownLatch allowed = begun.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(allowed).as("a program that is compiled").isNotNull();
        return allowed;
    }
}
