// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** Reason for which a file could not be read or written, in words for people. */
public final class FileFault {
    private FileFault() {}

    /**
     * The reason, without the name of the file.
     *
     * @return for example {@code no such file}, {@code is a folder} or {@code no permission}
     */
    public static String of(IOException fault) {
        if (fault instanceof FileNotFoundException) {
            return ofStream(String.valueOf(fault.getMessage()));
        }
        if (fault instanceof NoSuchFileException) {
            return "no such file";
        }
        if (fault instanceof AccessDeniedException) {
            return "no permission";
        }
        if (fault instanceof FileAlreadyExistsException || fault instanceof NotDirectoryException) {
            return "is a file, not a folder";
        }
        if (fault instanceof CharacterCodingException) {
            return "is not UTF-8";
        }
        String reason =
                fault instanceof FileSystemException
                        ? ((FileSystemException) fault).getReason()
                        : fault.getMessage();
        if (reason == null) {
            return "unknown fault";
        }
        return reason.equals("Is a directory")
                ? "is a folder"
                : reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
    }

    /** A file stream has one exception for all reasons, with the reason at the message's end. */
    private static String ofStream(String message) {
        if (message.endsWith("(Permission denied)")) {
            return "no permission";
        }
        return message.endsWith("(Is a directory)") ? "is a folder" : "no such file";
    }
}
