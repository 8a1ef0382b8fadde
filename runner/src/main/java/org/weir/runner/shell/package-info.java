// SPDX-License-Identifier: Apache-2.0
/** Commands, processes, network namespaces and addresses of this machine. */
package org.weir.runner.shell;
