// SPDX-License-Identifier: Apache-2.0

// Takes a packet that leaves out of the account of its virtual queue (virtual_queue.p4), and counts the port's
// scheduler rounds (priority_level.p4).

#ifndef WEIR_DEQUEUE_P4
#define WEIR_DEQUEUE_P4

control Dequeue(in metadata_t meta, in standard_metadata_t standard_metadata) {
    action count_departure(in bit<32> packets) {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> port_dequeued;
        port_dequeued_packets.read(port_dequeued, port);
        port_dequeued_packets.write(port, port_dequeued + packets);
    }

    action count_round() {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> round;
        bit<16> departed;
        rounds.read(round, port);
        round_departures.read(departed, port);
        departed = departed + 1;
        round = departed >= meta.round_packets ? round + 1 : round;
        departed = departed >= meta.round_packets ? 0 : departed;
        rounds.write(port, round);
        round_departures.write(port, departed);
    }

    apply {
        if (meta.has_virtual_queue) {
            bit<32> dequeued;
            dequeued_packets.read(dequeued, meta.queue);
            dequeued_packets.write(meta.queue, meta.enqueue_number);
            last_dequeue_us.write(meta.queue, standard_metadata.egress_global_timestamp);
            bit<32> gone = meta.enqueue_number - dequeued;
            count_departure(gone[31:31] == 1 ? 32w1 : gone);
            count_round();
        }
    }
}

#endif
