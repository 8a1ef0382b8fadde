// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the chart library's SVG small. It draws a series as an element of some 200 bytes for each
 * segment, most of it the same style, and letters as outlines of numbers with 15 decimals. Here,
 * line elements that follow each other, begin where the one before ends and look the same become
 * one polyline, and numbers keep two decimals, of a pixel.
 */
final class SmallSvg {
    private static final Pattern LINE =
            Pattern.compile(
                    "<line style=\"([^\"]*)\" x1=\"([^\"]*)\" x2=\"([^\"]*)\" y1=\"([^\"]*)\""
                            + " y2=\"([^\"]*)\"/>\\s*");

    private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{3,}(?![\\d.eE])");

    private SmallSvg() {}

    /** The same picture in fewer bytes. */
    static String of(String svg) {
        return LONG_NUMBER.matcher(joined(svg)).replaceAll(number -> rounded(number.group()));
    }

    private static String joined(String svg) {
        StringBuilder out = new StringBuilder(svg.length() / 8);
        Matcher line = LINE.matcher(svg);
        String style = null;
        String endX = "";
        String endY = "";
        int end = 0;
        while (line.find()) {
            boolean follows =
                    line.start() == end
                            && line.group(1).equals(style)
                            && line.group(2).equals(endX)
                            && line.group(4).equals(endY);
            if (!follows) {
                if (style != null) {
                    out.append("\"/>\n");
                }
                out.append(svg, end, line.start());
                style = line.group(1);
                out.append("<polyline style=\"").append(style).append("\" points=\"");
                point(out, line.group(2), line.group(4));
            }
            endX = line.group(3);
            endY = line.group(5);
            out.append(' ');
            point(out, endX, endY);
            end = line.end();
        }
        if (style != null) {
            out.append("\"/>\n");
        }
        return out.append(svg, end, svg.length()).toString();
    }

    private static void point(StringBuilder out, String x, String y) {
        out.append(x).append(',').append(y);
    }

    private static String rounded(String number) {
        String text = String.format(Locale.ROOT, "%.2f", Double.parseDouble(number));
        return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }
}
