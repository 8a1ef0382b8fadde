// SPDX-License-Identifier: Apache-2.0

// Reverse path congestion marking: an event that codel.p4 found is told to the sender by ECE on its flow's
// next acknowledgement, without the way to the receiver and back. Hosts need nothing for it. Data that
// finds its queue congested notes the event, an acknowledgement pays it off; both in egress, where both
// pass, and so within one pipe. A flow whose acknowledgements leave by another pipe is not known in
// this one: its data is marked itself.
//
// A flow takes part from its SYN or SYN-ACK on, if that asks for or grants ECN of RFC 3168. AccECN
// (RFC 9768) uses the same bits as a counter; its flows, and those whose beginning was not seen, are
// left alone.
//
// Otherwise than on v1model only such flows take a slot; `collisions` counts those that find it taken, and
// not their packets. Times are in ticks of 2^16 ns. A packet is data or an acknowledgement and not both:
// ECN-capable data on a port that marks by the reverse path tells no events of the other direction,
// acknowledgements without data do, which are not ECN-capable.
//
// A table of constant entries for each step, and not conditions, because what a packet is to the flow depends
// on many bits and each condition would be a table too. Their entries say of every packet what is done, and
// nothing is left to what a stateful ALU does where no entry says so.

#ifndef WEIR_RPM_P4
#define WEIR_RPM_P4

#define RPM_FLOW_BITS 14
#define RPM_FLOW_COUNT 16384

// What a packet is to its flow's slot: nothing; data; an acknowledgement that may not bear a mark, and one
// that may; the beginning of a flow with ECN, and of one without.
typedef bit<3> rpm_role_t;
const rpm_role_t RPM_NONE = 0;
const rpm_role_t RPM_DATA = 1;
const rpm_role_t RPM_SEEN = 2;
const rpm_role_t RPM_PAYER = 3;
const rpm_role_t RPM_CLAIM = 4;
const rpm_role_t RPM_RELEASE = 5;

struct rpm_flow_t {
    bit<32> tag;
    bit<32> last_ack;
}

control Rpm(inout headers_t hdr,
            in bit<32> now_ticks,
            in bool by_reverse_path,
            in bit<32> return_us,
            in bit<1> congested,
            out bit<1> noted) {
    @name(".WeirIngress.rpm.marks")
    Counter<bit<32>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS) marks;
    @name(".WeirIngress.rpm.collisions")
    Counter<bit<32>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS) collisions;
    @name(".WeirIngress.rpm.expired")
    Counter<bit<32>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS) expired;

    // By the hash's low bits; the whole of it is the tag.
    Register<rpm_flow_t, bit<RPM_FLOW_BITS>>(RPM_FLOW_COUNT) flows;
    // Events that the flow's sender is to be told.
    Register<bit<8>, bit<RPM_FLOW_BITS>>(RPM_FLOW_COUNT) owed;

    Hash<bit<32>>(HashAlgorithm_t.CRC32) ipv4_data_hash;
    Hash<bit<32>>(HashAlgorithm_t.CRC32) ipv6_data_hash;
    Hash<bit<32>>(HashAlgorithm_t.CRC32) ipv4_ack_hash;
    Hash<bit<32>>(HashAlgorithm_t.CRC32) ipv6_ack_hash;

    bit<32> since;
    bit<32> expiry = 0;
    bit<32> tag;
    bool watched = false;
    bit<1> served;
    bit<1> settled;
    rpm_role_t role;

    RegisterAction<rpm_flow_t, bit<RPM_FLOW_BITS>, bit<1>>(flows) find_recent = {
        void apply(inout rpm_flow_t flow, out bit<1> found) {
            found = 0;
            if (flow.tag == tag && flow.last_ack >= since) {
                found = 1;
            }
        }
    };
    // When the clock has started again, whoever meets a time to come makes it one long past.
    RegisterAction<rpm_flow_t, bit<RPM_FLOW_BITS>, bit<1>>(flows) see_ack = {
        void apply(inout rpm_flow_t flow, out bit<1> found) {
            found = 0;
            if (flow.tag == tag) {
                flow.last_ack = since;
                found = 1;
            } else if (flow.last_ack > since) {
                flow.last_ack = 0;
            }
        }
    };
    // From here on until an acknowledgement comes the flow counts as about to expire.
    RegisterAction<rpm_flow_t, bit<RPM_FLOW_BITS>, bit<1>>(flows) claim = {
        void apply(inout rpm_flow_t flow, out bit<1> found) {
            found = 0;
            if (flow.tag == tag || flow.last_ack <= since) {
                flow.tag = tag;
                flow.last_ack = since;
                found = 1;
            }
        }
    };
    RegisterAction<rpm_flow_t, bit<RPM_FLOW_BITS>, bit<1>>(flows) release = {
        void apply(inout rpm_flow_t flow, out bit<1> found) {
            found = 0;
            if (flow.tag == tag) {
                flow.tag = 0;
                flow.last_ack = 0;
                found = 1;
            }
        }
    };

    RegisterAction<bit<8>, bit<RPM_FLOW_BITS>, bit<1>>(owed) owe = {
        void apply(inout bit<8> events, out bit<1> done) {
            done = 0;
            if (events != 255) {
                events = events + 1;
                done = 1;
            }
        }
    };
    RegisterAction<bit<8>, bit<RPM_FLOW_BITS>, bit<1>>(owed) pay = {
        void apply(inout bit<8> events, out bit<1> done) {
            done = 0;
            if (events != 0) {
                events = events - 1;
                done = 1;
            }
        }
    };
    RegisterAction<bit<8>, bit<RPM_FLOW_BITS>, bit<1>>(owed) forget = {
        void apply(inout bit<8> events, out bit<1> done) {
            done = 0;
            if (events != 0) {
                done = 1;
            }
            events = 0;
        }
    };

    // expiry_us: how long a flow keeps its slot without an acknowledgement.
    @name(".WeirIngress.rpm.watch_acks")
    action watch_acks(bit<32> expiry_us) {
        expiry = expiry_us;
        watched = true;
    }

    @name(".WeirIngress.rpm.ack_ports")
    table ack_ports {
        key = {
            hdr.bridge.ingress_port: exact @name("standard_metadata.ingress_port");
        }
        actions = {
            watch_acks;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 64;
    }

    action be_none() {
        role = RPM_NONE;
        since = 0;
    }

    // Microseconds to ticks, but for 2.4 %. Until the present time is taken from it, `since` is a length.
    action be_data() {
        role = RPM_DATA;
        since = return_us >> 6;
    }

    action be_seen() {
        role = RPM_SEEN;
        since = 0;
    }

    action be_payer() {
        role = RPM_PAYER;
        since = 0;
    }

    action be_claim() {
        role = RPM_CLAIM;
        since = expiry >> 6;
    }

    action be_release() {
        role = RPM_RELEASE;
        since = 0;
    }

    // The bit before CWR and ECE is AccECN's.
    @hidden
    @placement_priority(1)
    table roles {
        key = {
            hdr.tcp.isValid(): ternary;
            by_reverse_path: ternary;
            watched: ternary;
            hdr.ipv4.isValid(): ternary;
            hdr.ipv4.ecn: ternary;
            hdr.ipv6.ecn: ternary;
            hdr.tcp.syn: ternary;
            hdr.tcp.ack: ternary;
            hdr.tcp.rst: ternary;
            hdr.tcp.reserved: ternary;
            hdr.tcp.cwr: ternary;
            hdr.tcp.ece: ternary;
        }
        actions = {
            be_data;
            be_seen;
            be_payer;
            be_claim;
            be_release;
            be_none;
        }
        const default_action = be_none();
        const entries = {
            (true, true, _, true, 2w1 &&& 2w1, _, _, _, _, _, _, _): be_data();
            (true, true, _, true, 2, _, _, _, _, _, _, _): be_data();
            (true, true, _, false, _, 2w1 &&& 2w1, _, _, _, _, _, _): be_data();
            (true, true, _, false, _, 2, _, _, _, _, _, _): be_data();
            (true, _, true, _, _, _, 0, 1, 0, _, _, 0): be_payer();
            (true, _, true, _, _, _, 0, _, _, _, _, _): be_seen();
            (true, _, true, _, _, _, 1, 0, _, 4w0 &&& 4w1, 1, 1): be_claim();
            (true, _, true, _, _, _, 1, 1, _, 4w0 &&& 4w1, 0, 1): be_claim();
            (true, _, true, _, _, _, 1, _, _, _, _, _): be_release();
        }
    }

    action find_since() {
        since = now_ticks |-| since;
    }

    action hash_ipv4_data() {
        tag = ipv4_data_hash.get({ hdr.ipv4.src_addr, hdr.ipv4.dst_addr,
                                   hdr.tcp.src_port, hdr.tcp.dst_port });
    }

    action hash_ipv6_data() {
        tag = ipv6_data_hash.get({ hdr.ipv6.src_addr, hdr.ipv6.dst_addr,
                                   hdr.tcp.src_port, hdr.tcp.dst_port });
    }

    action hash_ipv4_ack() {
        tag = ipv4_ack_hash.get({ hdr.ipv4.dst_addr, hdr.ipv4.src_addr,
                                  hdr.tcp.dst_port, hdr.tcp.src_port });
    }

    action hash_ipv6_ack() {
        tag = ipv6_ack_hash.get({ hdr.ipv6.dst_addr, hdr.ipv6.src_addr,
                                  hdr.tcp.dst_port, hdr.tcp.src_port });
    }

    action do_find_recent() { served = find_recent.execute(tag[RPM_FLOW_BITS-1:0]); }
    action do_see_ack() { served = see_ack.execute(tag[RPM_FLOW_BITS-1:0]); }
    action do_claim() { served = claim.execute(tag[RPM_FLOW_BITS-1:0]); }
    action do_release() { served = release.execute(tag[RPM_FLOW_BITS-1:0]); }

    @hidden
    @placement_priority(1)
    table flow_steps {
        key = {
            role: exact;
        }
        actions = {
            do_find_recent;
            do_see_ack;
            do_claim;
            do_release;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            RPM_NONE: NoAction();
            RPM_DATA: do_find_recent();
            RPM_SEEN: do_see_ack();
            RPM_PAYER: do_see_ack();
            RPM_CLAIM: do_claim();
            RPM_RELEASE: do_release();
            6: NoAction();
            7: NoAction();
        }
    }

    action do_owe() {
        noted = owe.execute(tag[RPM_FLOW_BITS-1:0]);
        settled = 0;
    }

    action do_pay() {
        noted = 0;
        settled = pay.execute(tag[RPM_FLOW_BITS-1:0]);
    }

    action do_forget() {
        noted = 0;
        settled = forget.execute(tag[RPM_FLOW_BITS-1:0]);
    }

    action do_nothing() {
        noted = 0;
        settled = 0;
    }

    @hidden
    @placement_priority(1)
    table debt_steps {
        key = {
            role: ternary;
            served: ternary;
            congested: ternary;
        }
        actions = {
            do_owe;
            do_pay;
            do_forget;
            do_nothing;
        }
        const default_action = do_nothing();
        const entries = {
            (RPM_DATA, 1, 1): do_owe();
            (RPM_PAYER, 1, _): do_pay();
            (RPM_CLAIM, 1, _): do_forget();
            (RPM_RELEASE, 1, _): do_forget();
            (_, _, _): do_nothing();
        }
    }

    // RFC 1624, equation 3, for a word that grows by the ECE bit.
    action set_ece() {
        hdr.tcp.checksum = hdr.tcp.checksum - 0x40;
        hdr.tcp.ece = 1;
        marks.count(hdr.bridge.ingress_port);
    }

    action set_ece_and_carry() {
        hdr.tcp.checksum = hdr.tcp.checksum - 0x41;
        hdr.tcp.ece = 1;
        marks.count(hdr.bridge.ingress_port);
    }

    @hidden
    table ece_steps {
        key = {
            role: ternary;
            settled: ternary;
            hdr.tcp.checksum: ternary;
        }
        actions = {
            set_ece;
            set_ece_and_carry;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            (RPM_PAYER, 1, 16w0 &&& 16w0xFFC0): set_ece_and_carry();
            (RPM_PAYER, 1, _): set_ece();
            (_, _, _): NoAction();
        }
    }

    action count_collision() {
        collisions.count(hdr.bridge.ingress_port);
    }

    // Not in the last stages, whose counters are those of queues.
    @hidden
    @stage(6)
    table collision_step {
        actions = {
            count_collision;
        }
        const default_action = count_collision();
    }

    action count_expired() {
        expired.count(hdr.bridge.ingress_port);
    }

    apply {
        ack_ports.apply();
        roles.apply();
        find_since();
        if (role == RPM_DATA && hdr.ipv4.isValid()) {
            hash_ipv4_data();
        } else if (role == RPM_DATA) {
            hash_ipv6_data();
        } else if (hdr.ipv4.isValid()) {
            hash_ipv4_ack();
        } else {
            hash_ipv6_ack();
        }
        flow_steps.apply();
        debt_steps.apply();
        ece_steps.apply();
        if (role == RPM_CLAIM && served == 0) {
            collision_step.apply();
        }
        if ((role == RPM_CLAIM || role == RPM_RELEASE) && settled == 1) {
            count_expired();
        }
    }
}

#endif
