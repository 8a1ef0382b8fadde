// SPDX-License-Identifier: Apache-2.0

// The priority level of a packet (PMQECN section 4, the cascade): weighted round robin on strict priorities.
// A Tofino's scheduler serves by weight itself, so tna/ has no such file.
//
// The port's settings say how many packets make a round, and how many of them are each class's (its weight). A round
// has TURNS_PER_ROUND turns; a turn is that part of a round's departures, or any moment in which the port has nothing
// waiting (dequeue.p4 counts the departures). In a turn a class may put that part of its weight into a priority level;
// the next packet goes one level down. With every turn each class climbs one level:
// - A class that keeps to its share stays at the top, whatever the others send.
// - A class beyond its share sinks until it waits behind those that keep to theirs.
// - Classes that are all beyond their share meet in the lowest level. There each may hold `limit` packets and is
//   served in that ratio.
// While a class has packets waiting it never climbs, so that its packets leave in the order in which they came.
//
// All is counted in parts of a packet, one TURNS_PER_ROUND-th each, and nothing is rounded: a class that may put 2.67
// packets into a level puts 3, 3 and 2 there, and one that may put a third of a packet sinks three levels with each.

#ifndef WEIR_PRIORITY_LEVEL_P4
#define WEIR_PRIORITY_LEVEL_P4

// After so many turns nothing is left of any excess.
const bit<32> TURNS_REMEMBERED = 2 * TURNS_PER_ROUND;

control PriorityLevel(inout metadata_t meta,
                      in bit<32> port_enqueued,
                      inout standard_metadata_t standard_metadata) {
    // Turns that ended because nothing was waiting.
    register<bit<32>>(PORT_COUNT) idle_turns;
    // What a class has put into the port beyond its weight, in parts of a packet; the turn up to which its weight
    // has been taken off; and its last packet's priority.
    register<bit<32>>(QUEUE_COUNT) excesses;
    register<bit<32>>(QUEUE_COUNT) excess_turns;
    register<bit<3>>(QUEUE_COUNT) last_priorities;

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
        bit<3> last_priority;
        excesses.read(excess, meta.queue);
        excess_turns.read(excess_turn, meta.queue);
        last_priorities.read(last_priority, meta.queue);
        // What a level takes in a turn.
        bit<32> weight = (bit<32>) meta.weight_packets;
        bit<32> elapsed = turn - excess_turn;
        if (elapsed > TURNS_REMEMBERED) {
            elapsed = TURNS_REMEMBERED;
        }
        bit<32> served = elapsed * weight;
        excess = served > excess ? 0 : excess - served;

        // The level is the top one less excess / weight.
        bit<3> level = PRIORITY_TOP;
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
        // Below the lowest level, a level's worth or a packet is remembered.
        bit<32> lowest = (weight << 2) + (weight << 1);
        bit<32> most = lowest + (weight > TURNS_PER_ROUND ? weight : TURNS_PER_ROUND);
        excess = excess + TURNS_PER_ROUND;
        if (excess > most) {
            excess = most;
        }
        standard_metadata.priority = level;
        if (meta.depth_packets != 0 && last_priority < level) {
            standard_metadata.priority = last_priority;
        }
        excesses.write(meta.queue, excess);
        excess_turns.write(meta.queue, turn);
        last_priorities.write(meta.queue, standard_metadata.priority);
    }
}

#endif
