// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes capture files: classic pcap with microseconds or nanoseconds in either byte
 * order, and pcapng. Frames are passed on where they lie in the buffer, so that a file of any size
 * streams through without memory per packet.
 *
 * <p>The formats are those of the IETF drafts draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng.
 *
 * <p>These are our own classes because no kept library on Maven Central fits: pcap4j and jnetpcap
 * call the native libpcap, which would have to be installed, and pkts, the one in pure Java, makes
 * objects for every packet and its layers, has had no release for years and writes no pcapng.
 */
package org.weir.bmv2.pcap;
