// SPDX-License-Identifier: Apache-2.0
/** The last hour of each queue. */
package org.weir.app.past;
