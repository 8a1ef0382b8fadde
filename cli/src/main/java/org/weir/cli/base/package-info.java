// SPDX-License-Identifier: Apache-2.0
/** The base of all shell commands. */
package org.weir.cli.base;
