// SPDX-License-Identifier: Apache-2.0

// State of PIE for each output port, which admission reads and the controller writes. Probabilities are in units of
// 2^-48.

#ifndef PIE_PROBABILITY_P4
#define PIE_PROBABILITY_P4

const bit<64> PIE_ONE = 64w1 << 48;
// 1e-6, 1e-5, ... 0.1: below each of them the controller's step is smaller (RFC 8033, section 4.2).
const bit<64> PIE_1E_6 = 281474977;
const bit<64> PIE_1E_5 = 2814749767;
const bit<64> PIE_1E_4 = 28147497671;
const bit<64> PIE_1E_3 = 281474976711;
const bit<64> PIE_1E_2 = 2814749767107;
const bit<64> PIE_1E_1 = 28147497671066;
// 0.2: below it nothing is dropped while the delay is below half of the target.
const bit<64> PIE_SAFE = 56294995342131;
// 0.02: largest step from 0.1 on (RFC 8033, section 5.5).
const int<64> PIE_LARGEST_STEP = 5629499534213;

// PIE->drop_prob_
register<bit<64>>(PORT_COUNT) pie_probability;
// PIE->qdelay_old_
register<bit<32>>(PORT_COUNT) pie_last_delay_us;
// MAX_BURST - PIE->burst_allowance_, so that 0 is the whole allowance.
register<bit<32>>(PORT_COUNT) pie_burst_spent_us;

// Packets that ingress has accepted and that egress has sent. The difference waits: v1model tells the length of a queue
// in egress only. What the traffic manager drops would stay in the difference for ever, so its queue must hold as many
// packets as admission accepts.
register<bit<32>>(PORT_COUNT) pie_queued;
register<bit<32>>(PORT_COUNT) pie_sent;

#endif
