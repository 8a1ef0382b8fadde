// SPDX-License-Identifier: Apache-2.0

// How many managed ports, queues and delay counters the v1model program has.

#ifndef WEIR_SIZES_P4
#define WEIR_SIZES_P4

// Ports above the last are forwarded but not managed.
#define QUEUE_PORT_BITS 6
#define PORT_COUNT 64
#define QUEUE_COUNT 512
#define DELAY_COUNTER_COUNT 32768

#endif
