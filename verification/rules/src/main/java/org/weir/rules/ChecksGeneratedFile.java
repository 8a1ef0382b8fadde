// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Test that compares a committed file with what the code prints, by {@link GeneratedFile}. {@code
 * ./weir write} runs it to write the file again; {@code ./weir test} runs it in its first stage.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("generated")
public @interface ChecksGeneratedFile {}
