// SPDX-License-Identifier: Apache-2.0

// The priority level of a packet (PMQECN section 4, the cascade): weighted round robin on strict priorities.
// A Tofino's scheduler serves by weight itself, so tna/ has no such file.
//
// The settings give the packets of a scheduler round, and the packets per level of each class (its weight). A round has
// TURNS_PER_ROUND turns. A turn ends after a TURNS_PER_ROUND-th of a round's departures (dequeue.p4), or when the port
// is empty. In a turn a class may put a TURNS_PER_ROUND-th of its weight into a priority level; its next packet goes
// one level down. With every turn each class climbs one level:
// - A class that sends no more than its share stays at the top, whatever the others send.
// - A class that sends more sinks below those that do not.
// - Classes that all send more than their share meet in the lowest level. There each may hold `limit` packets and is
//   served in proportion to it.
// lanes.p4 keeps the packets of a flow in the order of their arrival.
//
// Packets are counted in units of 1/TURNS_PER_ROUND packet without rounding: a class that may put 2.67 packets into a
// level puts 3, 3 and 2 there, and a class that may put a third of a packet sinks three levels with each packet.

#ifndef WEIR_PRIORITY_LEVEL_P4
#define WEIR_PRIORITY_LEVEL_P4

// Number of turns after which every excess is 0.
const bit<32> TURNS_REMEMBERED = 2 * TURNS_PER_ROUND;

control PriorityLevel(in metadata_t meta, in bit<32> port_enqueued, out priority_t level) {
    // Turns that ended because the port was empty.
    register<bit<32>>(PORT_COUNT) idle_turns;
    // Of each class: the excess, which is what it sent beyond its weight, in 1/TURNS_PER_ROUND packet; and the turn up
    // to which its weight has been subtracted from it.
    register<bit<32>>(QUEUE_COUNT) excesses;
    register<bit<32>>(QUEUE_COUNT) excess_turns;

    apply {
        bit<32> port = (bit<32>) meta.output_port;
        bit<32> port_dequeued;
        bit<32> turn;
        bit<32> idle;
        port_dequeued_packets.read(port_dequeued, port);
        turns.read(turn, port);
        idle_turns.read(idle, port);
        if (port_enqueued == port_dequeued) {
            idle = idle + 1;
            idle_turns.write(port, idle);
        }
        turn = turn + idle;

        bit<32> excess;
        bit<32> excess_turn;
        excesses.read(excess, meta.queue);
        excess_turns.read(excess_turn, meta.queue);
        // Room of a level in a turn, in 1/TURNS_PER_ROUND packet.
        bit<32> weight = (bit<32>) meta.weight_packets;
        bit<32> elapsed = turn - excess_turn;
        if (elapsed > TURNS_REMEMBERED) {
            elapsed = TURNS_REMEMBERED;
        }
        bit<32> served = elapsed * weight;
        excess = served > excess ? 0 : excess - served;

        // level = max(0, PRIORITY_TOP - excess / weight)
        level = PRIORITY_TOP;
        bit<32> rest = excess;
        if (rest >= weight << 2) {
            level = level - 4;
            rest = rest - (weight << 2);
        }
        if (rest >= weight << 1) {
            level = level - 2;
            rest = rest - (weight << 1);
        }
        if (rest >= weight && level != 0) {
            level = level - 1;
        }
        // The excess is bounded by the lowest level plus one level or one packet, whichever is more.
        bit<32> lowest = (weight << 2) + (weight << 1);
        bit<32> most = lowest + (weight > TURNS_PER_ROUND ? weight : TURNS_PER_ROUND);
        excess = excess + TURNS_PER_ROUND;
        if (excess > most) {
            excess = most;
        }
        excesses.write(meta.queue, excess);
        excess_turns.write(meta.queue, turn);
    }
}

#endif
