// SPDX-License-Identifier: Apache-2.0
/** One run of a comparison, and all of them on the processors. */
package org.weir.lab.compare.run;
