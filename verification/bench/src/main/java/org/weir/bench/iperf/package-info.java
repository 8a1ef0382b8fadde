// SPDX-License-Identifier: Apache-2.0
/** TCP connections of iperf3 between network namespaces. */
package org.weir.bench.iperf;
