// SPDX-License-Identifier: Apache-2.0

// Reverse path marking (docs/aqm.md). A congestion event of codel.p4 sets ECE on the flow's next acknowledgement, so
// that the sender learns of it without the way to the receiver and back. Hosts need nothing for it. A data
// packet that meets congestion adds one to the marks that its flow is owed, an acknowledgement of the flow takes one
// off. Both happen in egress, so data and acknowledgements have to leave by the same pipe. In any other flow the
// data packet itself is marked.
//
// A flow takes part from its SYN or SYN-ACK on, if that requests or grants ECN of RFC 3168. Flows with AccECN
// (RFC 9768), which uses the same bits as a counter, and flows whose SYN was not seen do not take part.
//
// Differences from v1model: only flows that take part have a slot; `collisions` counts flows that find their slot
// taken, not packets. Times are in ticks of 2^16 ns. A packet is either data or an acknowledgement: on a port with
// reverse path marking an ECN-capable packet is data and gets no ECE; acknowledgements without data are not
// ECN-capable.
//
// Each step is a table of constant entries instead of conditions, because a packet's role depends on many bits and each
// condition would be a table of its own. The entries cover every packet, so that no result depends on what a
// stateful ALU does without an entry.

#ifndef WEIR_RPM_P4
#define WEIR_RPM_P4

#define RPM_FLOW_BITS 14
#define RPM_FLOW_COUNT 16384

// Role of a packet for its flow's slot: none; data; an acknowledgement that cannot carry a mark; one that can; the
// first packet of a flow that takes part; the first packet of one that does not.
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

    // Indexed by the low bits of the flow's hash; the whole hash is the tag.
    Register<rpm_flow_t, bit<RPM_FLOW_BITS>>(RPM_FLOW_COUNT) flows;
    // Marks that the flow's sender is owed.
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
    // A stored time in the future means that the clock has wrapped; it is replaced by 0.
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
    // Stores a time at which the slot is about to expire; the flow's first acknowledgement replaces it.
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

    // expiry_us: time for which a flow keeps its slot without an acknowledgement.
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
        size = MANAGED_PORT_COUNT;
    }

    action be_none() {
        role = RPM_NONE;
        since = 0;
    }

    // Microseconds to ticks, with an error of 2.4 %. Until find_since subtracts it from the time, `since` is a
    // duration.
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

    // The bit before CWR and ECE (`reserved`) belongs to AccECN.
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

    // Updates the TCP checksum by RFC 1624, equation 3, for a word that the ECE bit increases.
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

    // On Tofino 1 in stage 6, because the queues' counters fill the last stages.
    @hidden
#if __TARGET_TOFINO__ != 2
    @stage(6)
#endif
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
