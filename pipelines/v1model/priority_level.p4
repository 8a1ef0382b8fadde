// SPDX-License-Identifier: Apache-2.0

// The priority level of a packet (PMQECN section 4, the cascade): weighted round robin on strict priorities.
// A Tofino's scheduler serves by weight itself, so tna/ has no such file.
//
// A class may put `weight` packets into a priority level; the next goes one level down. A round is `round_packets`
// departures, the sum of the weights, or any moment in which the port has nothing waiting (dequeue.p4 counts the
// departures). With every round each class climbs one level:
// - A class that keeps to its share stays at the top, whatever the others send.
// - A class beyond its share sinks until it waits behind those that keep to theirs.
// - Classes that are all beyond their share meet in the lowest level. There each may hold `limit` packets and is
//   served in that ratio.
// While a class has packets waiting it never climbs, so that its packets leave in the order in which they came.

#ifndef WEIR_PRIORITY_LEVEL_P4
#define WEIR_PRIORITY_LEVEL_P4

control PriorityLevel(inout metadata_t meta,
                      in bit<32> port_enqueued,
                      inout standard_metadata_t standard_metadata) {
    // Rounds that ended because nothing was waiting.
    register<bit<32>>(PORT_COUNT) idle_rounds;
    // A class's level, what it has put into it, the round of that, and its last packet's priority.
    register<bit<3>>(QUEUE_COUNT) levels;
    register<bit<16>>(QUEUE_COUNT) level_packets;
    register<bit<32>>(QUEUE_COUNT) level_rounds;
    register<bit<3>>(QUEUE_COUNT) last_priorities;

    apply {
        bit<32> port = (bit<32>) meta.output_port;
        bit<32> port_dequeued;
        bit<32> round;
        bit<32> idle;
        port_dequeued_packets.read(port_dequeued, port);
        rounds.read(round, port);
        idle_rounds.read(idle, port);
        if (port_enqueued == port_dequeued) {
            idle = idle + 1;
            idle_rounds.write(port, idle);
        }
        round = round + idle;

        bit<3> level;
        bit<16> level_used;
        bit<32> level_round;
        bit<3> last_priority;
        levels.read(level, meta.queue);
        level_packets.read(level_used, meta.queue);
        level_rounds.read(level_round, meta.queue);
        last_priorities.read(last_priority, meta.queue);
        bit<32> climb = round - level_round;
        if (climb > (bit<32>) (PRIORITY_TOP - level)) {
            level = PRIORITY_TOP;
            level_used = 0;
        } else {
            level = level + climb[2:0];
        }
        if (level_used >= meta.weight_packets && level != 0) {
            level = level - 1;
            level_used = 0;
        }
        if (level_used < meta.weight_packets) {
            level_used = level_used + 1;
        }
        standard_metadata.priority = level;
        if (meta.depth_packets != 0 && last_priority < level) {
            standard_metadata.priority = last_priority;
        }
        levels.write(meta.queue, level);
        level_packets.write(meta.queue, level_used);
        level_rounds.write(meta.queue, round);
        last_priorities.write(meta.queue, standard_metadata.priority);
    }
}

#endif
