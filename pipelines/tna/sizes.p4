// SPDX-License-Identifier: Apache-2.0

// How much of everything the Tofino program keeps. A port is the ASIC's own number of it: the pipe, and
// the port in the pipe (7 bits). Front panel ports are 0 to 63 of a pipe on Tofino 1 and 8 to 71 on
// Tofino 2; queues are counted for those, by (pipe * 64 + port modulo 64) * 8 + class. Other ports, to which
// packets may be sent too, have no managed queues.

#ifndef WEIR_SIZES_P4
#define WEIR_SIZES_P4

#define PORT_COUNT 512
#define QUEUE_BITS 11
#define QUEUE_COUNT 2048
#define DELAY_COUNTER_BITS 17
#define DELAY_COUNTER_COUNT 131072

#define FEEDBACK_FLOW_BITS 12

// What ends a packet's accounts alone in its container, or the tests behind it would wait a stage. Tofino 2
// has the stages, and no container to spare.
#if __TARGET_TOFINO__ == 2
#define MANAGED_ALONE
#else
#define MANAGED_ALONE @pa_solitary("egress", "meta.managed")
#endif

#endif
