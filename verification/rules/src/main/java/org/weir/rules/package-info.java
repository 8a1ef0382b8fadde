// SPDX-License-Identifier: Apache-2.0
/** The rules that the {@code ArchitectureTest} of each module checks. */
package org.weir.rules;
