// SPDX-License-Identifier: Apache-2.0
/** The experiments by id, from all packages that hold some. */
package org.weir.lab.experiment.catalogue;
