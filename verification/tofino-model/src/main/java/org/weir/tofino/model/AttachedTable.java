// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/** What match tables address: counters and stateful ALUs. */
sealed interface AttachedTable permits CounterTable, StatefulTable {}
