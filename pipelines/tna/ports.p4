// SPDX-License-Identifier: Apache-2.0

// Which ports are front panel ports, and the CPU's ports. Which one is wired differs from board to board, but none of these numbers is ever a
// front panel port, so the program takes them all: Tofino 1, ports 64 to 67 of any pipe (64 on the
// model, 192 or 320 on boards); Tofino 2, port 0 (PCIe) and ports 2 to 5.

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
