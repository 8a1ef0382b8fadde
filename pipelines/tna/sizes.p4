// SPDX-License-Identifier: Apache-2.0

// Numbers of ports, queues and delay counters of the Tofino program. A port number is the ASIC's (dev_port): the pipe,
// then the port in the pipe (7 bits). Front panel ports are 0 to 63 of a pipe on Tofino 1 and 8 to 71 on Tofino 2. They
// have managed queues with the index (pipe * 64 + port modulo 64) * 8 + class. Packets may be sent to other ports too.

#ifndef WEIR_SIZES_P4
#define WEIR_SIZES_P4

#define PORT_COUNT 512

// Ports that may have entries in the tables of ports' settings, and rows of settings: eight classes of each port in two
// generations.
#define MANAGED_PORT_COUNT 256
#define SETTINGS_COUNT 4096

#define QUEUE_BITS 11
#define QUEUE_COUNT 2048
#define DELAY_COUNTER_BITS 17
#define DELAY_COUNTER_COUNT 131072

#define FEEDBACK_FLOW_BITS 12

// Windows of frames to the controller: link probes and other frames of each port.
#define CONTROLLER_WINDOW_COUNT 1024

// Puts meta.managed alone into a PHV container, which saves a stage. Tofino 2 has stages to spare, but no containers.
#if __TARGET_TOFINO__ == 2
#define MANAGED_ALONE
#else
#define MANAGED_ALONE @pa_solitary("egress", "meta.managed")
#endif

#endif
