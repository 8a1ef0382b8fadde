// SPDX-License-Identifier: Apache-2.0
/** TCP congestion control: NewReno, CUBIC, DCTCP and Prague behind one interface. */
package org.weir.lab.host.transport.tcp.congestion;
