// SPDX-License-Identifier: Apache-2.0

// The variant of weir.p4 with ABC (docs/abc.md) in place of CoDel and reverse path marking, for which the ASIC has no
// room beside it. All else is as in weir.p4.

#define WEIR_ABC
#include "weir.p4"
