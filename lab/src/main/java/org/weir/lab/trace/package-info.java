// SPDX-License-Identifier: Apache-2.0
/** Records the frames of chosen links as pcapng files. */
package org.weir.lab.trace;
