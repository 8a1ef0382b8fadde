// SPDX-License-Identifier: Apache-2.0
/** Runs short commands of this machine, with a time limit. */
package org.weir.runner.shell;
