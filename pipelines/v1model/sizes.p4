// SPDX-License-Identifier: Apache-2.0

// How much of everything the v1model program keeps.

#ifndef WEIR_SIZES_P4
#define WEIR_SIZES_P4

// Ports above the last are forwarded but not managed.
#define QUEUE_PORT_BITS 6
#define PORT_COUNT 64
#define QUEUE_COUNT 512
#define DELAY_COUNTER_COUNT 32768

#endif
