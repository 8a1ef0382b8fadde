// SPDX-License-Identifier: Apache-2.0
/**
 * The rules that the {@code ArchitectureTest} of each module checks, and the comparison of
 * committed files with what the code gives.
 */
package org.weir.rules;
