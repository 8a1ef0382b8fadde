// SPDX-License-Identifier: Apache-2.0
/** Lists of ports and queues in REST: filters, pages, and queues as server-sent events. */
package org.weir.app.rest.list;
