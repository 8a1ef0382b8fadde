// SPDX-License-Identifier: Apache-2.0
/** The list of Weir's platforms; each platform is a package below. */
package org.weir.pipelines.platform;
