// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;

/** A section of {@code docs/policy.md}: the fields of one object of the policy. */
enum PolicySection {
    /** The policy itself. */
    WHOLE("## Top level", "", "", "The fields of the policy itself."),

    /** The values of all ports. */
    PORTS("## Ports", "/properties/port", "/port", "The fields of `port`, for all ports.", "port"),

    /** The values of one port. */
    SINGLE_PORTS(
            "### Single ports",
            "/properties/ports/items",
            "/ports/0",
            "The fields of an element of `ports[]`, for one port. A value replaces that of `port`; `aqm` and `edge` replace the whole object.\n"
                    + "Example: `port.edge` is `{\"dscp\": \"trust\"}`, and `ports[0].edge` is `{\"addresses\": 4}`. Then the port of `ports[0]` has\n"
                    + "`dscp` `clear`, the default.",
            "ports"),

    /** The edge of a port. */
    EDGE(
            "## Edge",
            "/definitions/portEdge",
            "/ports/0/edge",
            "The fields of `edge`: rules for frames from hosts (docs/edge.md). A port to another switch ignores `dscp`, `classes` and `sources`.",
            "edge"),

    /** Reverse path marking, which has all fields of CoDel. */
    RPM(
            "## AQM",
            "/definitions/portRpm",
            "/ports/1/aqm",
            "AQM algorithm of a port (docs/aqm.md). `scheme` is required: `none`, `codel`, `rpm` or `abc`. `none` has no other field. The fields of\n"
                    + "`codel` are `targetUs`, `intervalUs` and `thresholds`. The fields of `rpm` (reverse path marking) are:",
            "aqm"),

    /** ABC. */
    ABC("### ABC", "/definitions/abc", "/ports/2/aqm", "The fields of `abc` (docs/abc.md) are:"),

    /** A class. */
    CLASSES(
            "## Classes",
            "/definitions/class",
            "/classes/0",
            "The fields of an element of `classes`.",
            "classes"),

    /** The targets of a class. */
    TARGETS(
            "## Targets",
            "/definitions/targets",
            "/classes/0/targets",
            "The fields of a class's `targets`, which hold at each port.",
            "targets"),

    /** A match rule. */
    RULES(
            "## Match rules",
            "/definitions/rule",
            "/classes/0/match/0",
            "The fields of an element of a class's `match`. A packet matches a rule if it matches all stated fields; a rule states at least one.\n"
                    + "The first rule of the policy that matches decides. Tags: [vlan.md](vlan.md#match-rules).",
            "match"),

    /** Static routes. */
    ROUTES(
            "## Routes",
            "/properties/routes/items",
            "/routes/0",
            "The fields of an element of `routes`: static routes (docs/fabric.md).",
            "routes"),

    /** Metering of users. */
    ACTIVITY(
            "## Activity",
            "/properties/activity",
            "/activity",
            "The fields of `activity`.",
            "activity"),

    /** A user. */
    USERS(
            "### Users",
            "/properties/activity/properties/users/items",
            "/activity/users/0",
            "The fields of an element of `activity.users`.",
            "users");

    /** Begin of the page. */
    static final String INTRODUCTION =
            "# The policy\n\n"
                    + "Every field of the policy. *Generated from netcfg/policy.schema.json:* `./weir write` writes this page.\n"
                    + "[How to write a policy](how-to/write-a-policy.md) has a complete example. [naming.md](naming.md#policy) defines the terms.\n\n"
                    + "The policy is one JSON object. It is at `apps` / `org.weir.app` / `weir` of ONOS's network configuration, and the body of\n"
                    + "`PUT /policy`. The shortest policy has one class: `{\"version\": 2, \"classes\": [{\"name\": \"all\"}]}`.\n\n"
                    + "- Only fields with *required* must be stated. `null` is no value: leave a field out for its default.\n"
                    + "- Where the default is empty, a policy without the field asks for nothing. Example: a class without `delayMs` may have any mean delay.\n"
                    + "- The end of a field's name is its unit. Example: `delayMs` is in ms.\n"
                    + "- Weir refuses a policy with an unknown field, a value of another type, or a value outside its range. The message names the field and\n"
                    + "  the rule. Example: `classes[0].targets.delayMs: must be a number above 0, was -1`.\n";

    /** End of the page. */
    static final String TUNABLES =
            "## Tunables\n\n"
                    + "The fields of `tunables` are in [tunables.md](tunables.md#the-controller), with default, unit, range and meaning.\n"
                    + "Example: `\"tunables\": {\"portUtilization\": 0.9}`.\n";

    private final String heading;
    private final String pointer;
    private final String place;
    private final String text;
    private final List<String> fields;

    PolicySection(String heading, String pointer, String place, String text, String... fields) {
        this.heading = heading;
        this.pointer = pointer;
        this.place = place;
        this.text = text;
        this.fields = List.of(fields);
    }

    /** Link to the section that has the fields of an object. */
    static String placeOf(String field) {
        return Arrays.stream(values())
                .filter(section -> section.fields.contains(field))
                .map(section -> section.heading)
                .findFirst()
                .orElse("## Tunables")
                .toLowerCase()
                .replaceAll("^#+ ", "#")
                .replace(' ', '-');
    }

    /** Its heading in Markdown. */
    String heading() {
        return heading;
    }

    /** Its text before the table. */
    String text() {
        return text;
    }

    /** The object's schema. */
    JsonNode in(JsonNode schema) {
        return schema.at(pointer);
    }

    /** JSON pointer of the object in the test's policy. */
    String place() {
        return place;
    }
}
