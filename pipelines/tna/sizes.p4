// SPDX-License-Identifier: Apache-2.0

// How much of everything the Tofino program keeps. A port is the ASIC's own port number, pipe and port
// in the pipe, of which every value may be a front panel port's.

#ifndef WEIR_SIZES_P4
#define WEIR_SIZES_P4

#define QUEUE_PORT_BITS 9
#define PORT_COUNT 512
#define QUEUE_BITS 12
#define QUEUE_COUNT 4096
#define DELAY_COUNTER_BITS 18
#define DELAY_COUNTER_COUNT 262144

#define FEEDBACK_FLOW_BITS 12

#endif
