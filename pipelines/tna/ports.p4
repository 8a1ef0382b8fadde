// SPDX-License-Identifier: Apache-2.0

// The CPU's ports, and the front panel ports. A board connects one of the CPU's ports, and boards differ in which. None
// of them is a front panel port on any board, so the program accepts them all: on Tofino 1 the ports 64 to 67 of any
// pipe (64 on the model, 192 or 320 on boards), on Tofino 2 port 0 (PCIe) and ports 2 to 5.

#ifndef WEIR_PORTS_P4
#define WEIR_PORTS_P4

#if __TARGET_TOFINO__ == 2
#define CPU_PORTS_A 9w0x000 &&& 9w0x1FC
#define CPU_PORTS_B 9w0x004 &&& 9w0x1FE
#define IS_FRONT_PANEL(port) (port[6:3] != 0)
#else
#define CPU_PORTS_A 9w0x040 &&& 9w0x07E
#define CPU_PORTS_B 9w0x042 &&& 9w0x07E
#define IS_FRONT_PANEL(port) (port[6:6] == 0)
#endif

#endif
