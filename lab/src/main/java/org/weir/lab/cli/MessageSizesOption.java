// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.weir.lab.workload.FlowSizes;
import org.weir.lab.workload.MessageSizes;
import org.weir.lab.workload.SizeTable;

/** The value of {@code --sizes}. */
final class MessageSizesOption {
    private MessageSizesOption() {}

    /**
     * @param text a published distribution's name, bytes, or the name of a file
     * @throws IllegalArgumentException naming the option and the rule
     */
    static MessageSizes read(String text) {
        switch (text) {
            case "web-search":
                return FlowSizes.WEB_SEARCH;
            case "hadoop":
                return FlowSizes.HADOOP;
            default:
                return text.matches("-?\\d+") ? constant(text) : table(text);
        }
    }

    private static MessageSizes constant(String text) {
        if (!text.matches("\\d{1,10}")
                || Long.parseLong(text) < 1
                || Long.parseLong(text) > SizeTable.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "--sizes must be 1 to " + SizeTable.MAX_BYTES + " bytes, not " + text);
        }
        return MessageSizes.constant(Long.parseLong(text));
    }

    private static MessageSizes table(String file) {
        try {
            return SizeTable.read(Files.readAllLines(Path.of(file)));
        } catch (IllegalArgumentException e) {
            String why = e instanceof InvalidPathException ? "no file's name" : e.getMessage();
            throw new IllegalArgumentException("--sizes " + file + ": " + why, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--sizes must be web-search, hadoop, bytes or a file that can be read, not "
                            + file,
                    e);
        }
    }
}
