// SPDX-License-Identifier: Apache-2.0
/** The commands {@code weir lab list}, {@code run}, {@code network} and {@code report}. */
package org.weir.lab.cli;
