// SPDX-License-Identifier: Apache-2.0

// Counts the departure of a packet in its virtual queue (virtual_queue.p4), and counts the port's turns
// (priority_level.p4).

#ifndef WEIR_DEQUEUE_P4
#define WEIR_DEQUEUE_P4

control Dequeue(in metadata_t meta, in standard_metadata_t standard_metadata) {
    action count_departure(in bit<32> packets) {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> port_dequeued;
        port_dequeued_packets.read(port_dequeued, port);
        port_dequeued_packets.write(port, port_dequeued + packets);
    }

    // A turn ends when TURNS_PER_ROUND * departures reaches the packets of a round.
    action count_turn() {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> turn;
        bit<32> departed;
        bit<32> needed = (bit<32>) meta.round_packets;
        turns.read(turn, port);
        turn_departures.read(departed, port);
        departed = departed + TURNS_PER_ROUND;
        bool over = departed >= needed;
        turn = over ? turn + 1 : turn;
        departed = over ? departed - needed : departed;
        // The turn is shorter than one packet.
        departed = departed >= needed ? 0 : departed;
        turns.write(port, turn);
        turn_departures.write(port, departed);
    }

    apply {
        if (meta.has_virtual_queue) {
            bit<32> dequeued;
            dequeued_packets.read(dequeued, meta.lane);
            dequeued_packets.write(meta.lane, meta.enqueue_number);
            last_dequeue_us.write(meta.lane, standard_metadata.egress_global_timestamp);
            bit<32> gone = meta.enqueue_number - dequeued;
            count_departure(gone[31:31] == 1 ? 32w1 : gone);
            count_turn();
        }
    }
}

#endif
