// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

import java.io.IOException;

/** A file is no capture file, or is damaged; the message names it and the place in it. */
public final class CaptureException extends IOException {

    private static final long serialVersionUID = 1;

    private final long fileOffset;

    CaptureException(String file, long fileOffset, String problem) {
        super(file + ": offset " + fileOffset + ": " + problem);
        this.fileOffset = fileOffset;
    }

    /** Offset of the record with the problem in the file, bytes. */
    public long fileOffset() {
        return fileOffset;
    }
}
