// SPDX-License-Identifier: Apache-2.0
/** All commands of {@code ./weir} as one definition, and what is made from it. */
package org.weir.command;
