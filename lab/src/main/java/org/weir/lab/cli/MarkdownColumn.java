// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.util.Arrays;
import java.util.Iterator;
import org.weir.lab.compare.result.MarkdownTable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a {@link MarkdownTable.Column} from the command line. */
final class MarkdownColumn implements ITypeConverter<MarkdownTable.Column> {
    @Override
    public MarkdownTable.Column convert(String name) {
        try {
            return MarkdownTable.Column.named(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** All names, for the help and for completion in a shell. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(MarkdownTable.Column.values())
                    .map(MarkdownTable.Column::label)
                    .iterator();
        }
    }
}
