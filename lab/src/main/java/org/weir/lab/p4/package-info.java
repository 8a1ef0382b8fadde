// SPDX-License-Identifier: Apache-2.0
/** Resources that a Tofino program uses, read from the compiler's reports. */
package org.weir.lab.p4;
