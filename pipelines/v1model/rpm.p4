// SPDX-License-Identifier: Apache-2.0

// Reverse path marking (docs/aqm.md), the half that handles acknowledgements. For each congestion event that egress
// noted (rpm_event.p4) it sets ECE on one of the flow's next acknowledgements, so that the sender learns of it without
// the way to the receiver and back. Hosts need nothing for it.
//
// A flow takes part from its SYN or SYN-ACK on, if that requests or grants ECN of RFC 3168. Flows with AccECN
// (RFC 9768), which uses the same bits as a counter, and flows whose SYN was not seen do not take part.

#ifndef WEIR_RPM_P4
#define WEIR_RPM_P4

control Rpm(inout headers_t hdr, inout standard_metadata_t standard_metadata) {
    // By ingress port: acknowledgements marked, packets of flows that found their slot taken, and events
    // forgotten because no acknowledgement came in time.
    counter(QUEUE_COUNT, CounterType.packets) marks;
    counter(QUEUE_COUNT, CounterType.packets) collisions;
    counter(QUEUE_COUNT, CounterType.packets) expired;

    RpmFlow() flow;

    bit<48> expiry = 0;

    // expiry_us: time for which a flow keeps its slot without an acknowledgement.
    action watch_acks(bit<32> expiry_us) {
        expiry = (bit<48>) expiry_us;
    }

    table ack_ports {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            watch_acks;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 64;
    }

    // Updates the TCP checksum by RFC 1624, equation 3, for a word that the ECE bit increases.
    action set_ece() {
        bit<17> sum = (bit<17>) ~hdr.tcp.checksum + 0x0040;
        hdr.tcp.checksum = ~(sum[15:0] + (bit<16>) sum[16:16]);
        hdr.tcp.ece = 1;
    }

    apply {
        if (ack_ports.apply().hit) {
            bit<32> slot;
            bit<32> tag;
            flow.apply(hdr, true, slot, tag);
            bit<32> owner;
            bit<48> last_us;
            bit<1> classic;
            bit<8> marked;
            bit<8> events;
            rpm_tag.read(owner, slot);
            rpm_last_ack_us.read(last_us, slot);
            rpm_classic_ecn.read(classic, slot);
            rpm_marked.read(marked, slot);
            rpm_events.read(events, slot);
            bool stale = last_us == 0
                || standard_metadata.ingress_global_timestamp > last_us + expiry;
            if (owner != tag && !stale) {
                collisions.count((bit<32>) standard_metadata.ingress_port);
            } else {
                if (stale || owner != tag || hdr.tcp.syn == 1) {
                    if (events != marked) {
                        expired.count((bit<32>) standard_metadata.ingress_port);
                    }
                    marked = events;
                    classic = 0;
                }
                if (hdr.tcp.syn == 1) {
                    // The bit before CWR and ECE belongs to AccECN.
                    if (hdr.tcp.reserved[0:0] == 0 && hdr.tcp.ece == 1
                            && hdr.tcp.cwr != hdr.tcp.ack) {
                        classic = 1;
                    }
                } else if (events != marked && hdr.tcp.ack == 1 && hdr.tcp.rst == 0
                        && hdr.tcp.ece == 0) {
                    set_ece();
                    marked = marked + 1;
                    marks.count((bit<32>) standard_metadata.ingress_port);
                }
                rpm_tag.write(slot, tag);
                rpm_last_ack_us.write(slot, standard_metadata.ingress_global_timestamp);
                rpm_classic_ecn.write(slot, classic);
                rpm_marked.write(slot, marked);
            }
        }
    }
}

#endif
