// SPDX-License-Identifier: Apache-2.0

/** The command {@code weir solve}: solves the ports of a file or random ports. */
package org.weir.control.cli;
