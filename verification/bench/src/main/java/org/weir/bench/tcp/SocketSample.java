// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.runner.shell.Command;

/**
 * State of a Linux TCP socket, as {@code ss -ti} prints it.
 *
 * @param window congestion window, segments
 * @param threshold slow-start threshold, segments; 0 before the first reduction
 * @param acknowledgedBytes bytes that the other side has acknowledged
 * @param resent segments sent again since the socket was opened
 */
record SocketSample(int window, int threshold, long acknowledgedBytes, long resent) {
    private static final Pattern SOCKET =
            Pattern.compile(
                    "^ESTAB\\s+\\d+\\s+\\d+\\s+\\S+?:(\\d+)\\s+\\S+:(\\d+).*\\n\\s+(.*)$",
                    Pattern.MULTILINE);

    /** Reads the sockets of a namespace that are connected to a port, by their own port. */
    static SortedMap<Integer, SocketSample> of(String namespace, int peerPort) throws IOException {
        String text = Command.run(List.of("ss", "-N", namespace, "-tinH"), "").output();
        return parse(text, peerPort);
    }

    /** Reads the output of {@code ss -tinH}. */
    static SortedMap<Integer, SocketSample> parse(String text, int peerPort) {
        SortedMap<Integer, SocketSample> all = new TreeMap<>();
        Matcher socket = SOCKET.matcher(text);
        while (socket.find()) {
            if (Integer.parseInt(socket.group(2)) == peerPort) {
                String details = socket.group(3);
                all.put(
                        Integer.parseInt(socket.group(1)),
                        new SocketSample(
                                (int) number(details, "\\bcwnd:(\\d+)"),
                                (int) number(details, "\\bssthresh:(\\d+)"),
                                number(details, "\\bbytes_acked:(\\d+)"),
                                number(details, "\\bretrans:\\d+/(\\d+)")));
            }
        }
        return all;
    }

    /** A number that ss leaves out is 0. */
    private static long number(String details, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(details);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
