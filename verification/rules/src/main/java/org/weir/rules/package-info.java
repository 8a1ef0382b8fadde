// SPDX-License-Identifier: Apache-2.0
/**
 * The rules that the {@code ArchitectureTest} of each module checks, and the comparison of
 * committed files with the output of the code.
 */
package org.weir.rules;
