// SPDX-License-Identifier: Apache-2.0
/** Reader of the BMv2 JSON. */
package org.weir.bmv2.program.json;
