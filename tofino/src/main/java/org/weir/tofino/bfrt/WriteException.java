// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import java.util.List;
import java.util.stream.Collectors;

/** A switch refused some of the entries it was to write. */
public final class WriteException extends BfRtException {
    private static final long serialVersionUID = 1L;

    private final transient List<Rejection> rejections;

    /**
     * @param rejections the refused entries, at least one
     */
    public WriteException(List<Rejection> rejections) {
        this(rejections, "");
    }

    private WriteException(List<Rejection> rejections, String aftermath) {
        super(
                rejections.get(0).reason,
                rejections.stream().map(Rejection::toString).collect(Collectors.joining("; "))
                        + aftermath);
        this.rejections = List.copyOf(rejections);
    }

    /** The same exception, with a phrase about the result of the other entries. */
    WriteException with(String aftermath) {
        return new WriteException(rejections, "; " + aftermath);
    }

    /** The refused entries, in the order they were sent. */
    public List<Rejection> rejections() {
        return rejections;
    }

    /** One refused entry. */
    public static final class Rejection {
        private final int index;
        private final Entry entry;
        private final Reason reason;
        private final String message;

        Rejection(int index, Entry entry, Reason reason, String message) {
            this.index = index;
            this.entry = entry;
            this.reason = reason;
            this.message = message;
        }

        /** Its position among the entries sent, from 0. */
        public int index() {
            return index;
        }

        /** The entry. */
        public Entry entry() {
            return entry;
        }

        /** Reason for the rejection. */
        public Reason reason() {
            return reason;
        }

        /** The switch's own words. */
        public String message() {
            return message;
        }

        @Override
        public String toString() {
            return entry + ": " + entry.data() + " refused: " + message;
        }
    }
}
