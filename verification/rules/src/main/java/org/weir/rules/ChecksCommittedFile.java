// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Test of committed files that takes seconds at most, for example of the links of all documents.
 * {@code ./weir test} runs it in its first stage.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("committed")
public @interface ChecksCommittedFile {}
