// SPDX-License-Identifier: Apache-2.0

/** Units in which switch programs count the depth of queues. */
package org.weir.control.depth;
