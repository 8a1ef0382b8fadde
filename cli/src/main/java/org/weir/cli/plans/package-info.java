// SPDX-License-Identifier: Apache-2.0
/** Shell commands about stored plans. */
package org.weir.cli.plans;
