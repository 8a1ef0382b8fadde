// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

/** What match tables address: counters and stateful ALUs. */
public sealed interface AttachedTable permits CounterTable, StatefulTable {}
