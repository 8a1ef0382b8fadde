// SPDX-License-Identifier: Apache-2.0
/** Tofino and Tofino 2, which run the TNA program. */
package org.weir.pipelines.platform.tofino;
