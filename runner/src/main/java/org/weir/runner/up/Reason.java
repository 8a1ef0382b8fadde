// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Words for a failure, for a message of one line: Java's own for files are often only a path. */
final class Reason {
    private Reason() {}

    static String of(IOException failure) {
        if (!(failure instanceof FileSystemException) || hasReason(failure)) {
            return failure.getMessage();
        }
        String file = ((FileSystemException) failure).getFile();
        if (failure instanceof AccessDeniedException) {
            return file + ": permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return file + ": no such file";
        }
        return file + ": " + failure.getClass().getSimpleName();
    }

    private static boolean hasReason(IOException failure) {
        return ((FileSystemException) failure).getReason() != null;
    }
}
