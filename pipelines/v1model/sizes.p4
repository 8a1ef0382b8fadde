// SPDX-License-Identifier: Apache-2.0

// Numbers of managed ports, queues and delay counters of the v1model program.

#ifndef WEIR_SIZES_P4
#define WEIR_SIZES_P4

// Packets may be sent to ports from PORT_COUNT on too; those have no managed queues.
#define QUEUE_PORT_BITS 6
#define PORT_COUNT 64
#define MANAGED_PORT_COUNT PORT_COUNT
#define SETTINGS_COUNT 1024
#define QUEUE_COUNT 512
#define LANE_COUNT 1024
#define CONTROLLER_WINDOW_COUNT 1024
#define DELAY_COUNTER_COUNT 32768

#endif
