// SPDX-License-Identifier: Apache-2.0
/** P4Runtime's entities: reads and writes of each kind. */
package org.weir.bmv2.p4runtime.entity;
