// SPDX-License-Identifier: Apache-2.0
/**
 * The rules that the {@code ArchitectureTest} of each module checks, the comparison of committed
 * files with the output of the code, and annotations that tell {@code ./weir test} when to run a
 * test.
 */
package org.weir.rules;
