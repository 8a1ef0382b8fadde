// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;

/** gNMI paths as people write them. */
final class Paths {

    private static final Pattern ELEMENT = Pattern.compile("([^\\[]+)(?:\\[([^=]+)=([^]]+)])?");

    private Paths() {}

    static Path parse(String text) {
        Path.Builder path = Path.newBuilder();
        for (String element : text.split("/")) {
            Matcher matcher = ELEMENT.matcher(element);
            if (matcher.matches()) {
                PathElem.Builder parsed = PathElem.newBuilder().setName(matcher.group(1));
                if (matcher.group(2) != null) {
                    parsed.putKey(matcher.group(2), matcher.group(3));
                }
                path.addElem(parsed);
            }
        }
        return path.build();
    }

    static String print(Path path) {
        return new PathPattern(Path.getDefaultInstance(), path).toString();
    }
}
