// SPDX-License-Identifier: Apache-2.0
/** TCP congestion control: NewReno, CUBIC and DCTCP behind one interface. */
package org.weir.lab.host.transport.tcp.congestion;
