// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.weir.runner.stock.StockException;

/**
 * The time that a {@code simple_switch} sees: it stands still until it is set. Made of libfaketime,
 * which answers a program's questions for the time from a file. So what a program does with time
 * stamps and meters can be compared as exactly as all else.
 */
public final class FrozenClock implements Closeable {

    private static final String LIBRARY = "libfaketimeMT.so.1";
    private static final LocalDateTime START = LocalDateTime.of(2030, 1, 1, 0, 0);
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS");

    private final Path library;
    private final Path path;
    private final RandomAccessFile file;

    /** A clock at 0. */
    public FrozenClock(Path folder) throws IOException {
        library = find();
        path = folder.resolve("clock");
        file = new RandomAccessFile(path.toFile(), "rw");
        set(START);
    }

    private static Path find() throws IOException {
        for (String folder : List.of("/usr/lib", "/usr/lib64", "/usr/local/lib")) {
            Path found = findIn(Path.of(folder, "faketime", LIBRARY));
            if (found != null) {
                return found;
            }
        }
        // Debian's folders by architecture, such as /usr/lib/x86_64-linux-gnu.
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu*")) {
            for (Path folder : folders) {
                Path found = findIn(folder.resolve("faketime").resolve(LIBRARY));
                if (found != null) {
                    return found;
                }
            }
        }
        throw new StockException(
                LIBRARY
                        + " was not found; simple_switch's clock must be held still for a"
                        + " comparison. On Debian and Ubuntu: apt-get install faketime");
    }

    private static Path findIn(Path candidate) {
        return Files.isReadable(candidate) ? candidate : null;
    }

    /** Environment variables by which a process uses this clock. */
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                path.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "TZ",
                "UTC");
    }

    /** Sets the clock; it may not go back. */
    public void setMicros(long micros) throws IOException {
        // In the middle of the microsecond: libfaketime counts in fractions of a second, and
        // rounds.
        set(START.plusNanos(micros * 1000 + 500));
    }

    private void set(LocalDateTime time) throws IOException {
        byte[] text =
                FORMAT.format(time.atOffset(ZoneOffset.UTC)).getBytes(StandardCharsets.US_ASCII);
        // One write of the same length every time: a reader never meets half of it.
        file.seek(0);
        file.write(text);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
