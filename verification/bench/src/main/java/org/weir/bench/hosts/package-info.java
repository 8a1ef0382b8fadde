// SPDX-License-Identifier: Apache-2.0
/** Measures programs in hosts of {@code weir up --hosts netns}, with agents and without. */
package org.weir.bench.hosts;
