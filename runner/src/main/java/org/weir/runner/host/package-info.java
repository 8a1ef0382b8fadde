// SPDX-License-Identifier: Apache-2.0
/**
 * Hosts of a network that are network namespaces of this machine: each has a veth interface, whose
 * other end is the host's end of its link.
 */
package org.weir.runner.host;
