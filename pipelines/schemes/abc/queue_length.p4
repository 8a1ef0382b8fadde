// SPDX-License-Identifier: Apache-2.0

// Packets that ingress has accepted for each port and that egress has sent. The difference is the number that wait: v1model
// tells the length of a queue in egress only, and ABC drops packets before they are queued. What the traffic manager
// drops would stay in the difference for ever, so its queue must hold as many packets as ActivityAqm accepts.

#ifndef ABC_QUEUE_LENGTH_P4
#define ABC_QUEUE_LENGTH_P4

register<bit<32>>(PORT_COUNT) abc_queued;
register<bit<32>>(PORT_COUNT) abc_sent;

#endif
