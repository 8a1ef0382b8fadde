// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.attached;

/** Table that match tables address: a counter or a stateful ALU. */
public sealed interface AttachedTable permits CounterTable, StatefulTable {}
