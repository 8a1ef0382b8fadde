// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Test of seconds or minutes that only computes, for example a simulation in virtual time. It reads
 * no clock, waits for nothing and starts no process, so that it passes however slow the machine is.
 * {@code ./weir test} runs it at the lowest priority, while the acceptance tests wait.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("computes")
public @interface ComputesOnly {}
