// SPDX-License-Identifier: Apache-2.0

// Weir's program for lines of 10 Gb/s and more: it measures arrival rates over 128 us, where many flows
// come and go within the 33 ms of the other.

#define RATE_WINDOW_SHIFT 7

#include "../v1model/weir.p4"
