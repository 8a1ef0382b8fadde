// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Test that compares a committed result of a simulation with a new run, by {@link GeneratedFile}.
 * {@code ./weir write --runs} runs it to write the result again; {@code ./weir test} runs it in its
 * first stage.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("recorded")
public @interface ChecksRecordedRun {}
