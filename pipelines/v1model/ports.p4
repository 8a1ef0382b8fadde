// SPDX-License-Identifier: Apache-2.0

// The CPU's port, and which ports have managed queues. Packets may be sent to the other ports too.

#ifndef WEIR_PORTS_P4
#define WEIR_PORTS_P4

// The port by which the controller's packets come and go (simple_switch_grpc --cpu-port).
const bit<9> CPU_PORT = 255;

#define IS_MANAGED(port) (port[8:QUEUE_PORT_BITS] == 0)

#endif
