// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

/** The formats of capture files that can be written; all of them can be read. */
public enum CaptureFormat {
    /** Classic pcap with microseconds, which every tool reads. */
    PCAP_MICROS,
    /** Classic pcap with nanoseconds. */
    PCAP_NANOS,
    /** pcapng with nanoseconds, the format of Wireshark. */
    PCAPNG
}
