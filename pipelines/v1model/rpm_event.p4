// SPDX-License-Identifier: Apache-2.0

// Reverse path marking (docs/aqm.md), the half that handles data: adds one to the marks that a flow's sender is owed.
// It does not, so that the packet itself is marked instead, for a flow
// - that does not take part (rpm.p4),
// - whose last acknowledgement at this switch is older than `return_us`, or
// - that is owed as many marks as can be counted.

#ifndef WEIR_RPM_EVENT_P4
#define WEIR_RPM_EVENT_P4

control RpmEvent(in headers_t hdr, in bit<48> now_us, in bit<32> return_us, out bool noted) {
    RpmFlow() flow;

    apply {
        noted = false;
        if (hdr.tcp.isValid()
                && ((hdr.ipv4.isValid() && hdr.ipv4.ecn != ECN_NOT_ECT)
                    || (hdr.ipv6.isValid() && hdr.ipv6.ecn != ECN_NOT_ECT))) {
            bit<32> slot;
            bit<32> tag;
            flow.apply(hdr, false, slot, tag);
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
            if (owner == tag && classic == 1 && events - marked != 255
                    && now_us <= last_us + (bit<48>) return_us) {
                rpm_events.write(slot, events + 1);
                noted = true;
            }
        }
    }
}

#endif
