// SPDX-License-Identifier: Apache-2.0
/** Tables, their indexes by kind of match, action profiles and value sets. */
package org.weir.bmv2.runtime.table;
