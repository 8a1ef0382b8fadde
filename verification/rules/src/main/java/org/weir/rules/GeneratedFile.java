// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A committed file that the code prints, such as {@code docs/commands.md}. Its test is annotated
 * with {@link ChecksGeneratedFile} or {@link ChecksRecordedRun}, so that the command which writes
 * the file finds the test.
 */
public final class GeneratedFile {
    private static final String WRITE = "weir.write";

    private final Path path;
    private final String command;

    /**
     * A file, relative to the folder of the module.
     *
     * @param path the file, such as {@code ../docs/tunables.md}
     * @param test the test that compares it
     * @throws IllegalArgumentException if the test has neither of the two annotations
     */
    public GeneratedFile(Path path, Class<?> test) {
        this.path = path;
        this.command = commandOf(test);
    }

    private static String commandOf(Class<?> test) {
        if (test.isAnnotationPresent(ChecksGeneratedFile.class)) {
            return "./weir write";
        }
        if (test.isAnnotationPresent(ChecksRecordedRun.class)) {
            return "./weir write --runs";
        }
        throw new IllegalArgumentException(
                test.getName() + " needs @ChecksGeneratedFile or @ChecksRecordedRun");
    }

    /** Returns whether this run writes generated files instead of comparing them. */
    public static boolean isWriting() {
        return Boolean.getBoolean(WRITE);
    }

    /** Returns the file's place and the command that writes it again, for a failed comparison. */
    public String remedy() {
        String name = path.toAbsolutePath().normalize().getFileName().toString();
        return path + " is not what the code gives; " + command + " writes " + name + " again";
    }

    /**
     * Compares the file with a text, or writes the text to it if this run writes.
     *
     * @throws AssertionError if the file differs or is missing; names the first line that differs
     */
    public void check(String text) {
        try {
            if (isWriting()) {
                write(text);
                return;
            }
            compare(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String text) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        if (Files.exists(absolute) && Arrays.equals(Files.readAllBytes(absolute), bytes(text))) {
            return;
        }
        Files.createDirectories(absolute.getParent());
        Files.write(absolute, bytes(text));
        // ./weir write prints this line.
        System.out.println("weir: written: " + absolute);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void compare(String text) throws IOException {
        if (!Files.exists(path)) {
            throw new AssertionError(remedy() + "\nthere is no such file");
        }
        byte[] committed = Files.readAllBytes(path);
        if (Arrays.equals(committed, bytes(text))) {
            return;
        }
        String[] has = new String(committed, StandardCharsets.UTF_8).split("\n", -1);
        String[] gives = text.split("\n", -1);
        int line = 0;
        while (line < has.length && line < gives.length && has[line].equals(gives[line])) {
            line++;
        }
        throw new AssertionError(
                String.format(
                        "%s%nline %d of the file: %s%n          of the code: %s",
                        remedy(), line + 1, lineOf(has, line), lineOf(gives, line)));
    }

    private static String lineOf(String[] lines, int index) {
        return index < lines.length ? lines[index] : "(no such line)";
    }
}
