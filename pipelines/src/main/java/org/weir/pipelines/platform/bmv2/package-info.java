// SPDX-License-Identifier: Apache-2.0
/** BMv2, which runs the v1model program. */
package org.weir.pipelines.platform.bmv2;
