// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a test in p4c's STF format: one statement a line, {@code #} starts a comment. A missing or
 * surplus word in a line is an error that names it.
 */
final class StfParser {

    private static final Pattern TOKEN =
            Pattern.compile(
                    "\\s*(?:(?<quoted>\"[^\"]+\")"
                            + "|(?<number>0[xX][0-9a-fA-F*]+|0[bB][01*]+|0[oO][0-7*]+|[0-9]+)"
                            + "|(?<name>[A-Za-z_$][A-Za-z_$0-9]*)"
                            + "|(?<sign>&&&|->|==|!=|<=|>=|[-=<>:,.()\\[\\]/]))");
    private static final Pattern EXPECTED = Pattern.compile("[0-9a-f*]*\\$?");

    /** Commands that take names and numbers as BMv2's command line does. */
    private static final Set<String> COMMANDS =
            Set.of(
                    "mirroring_add",
                    "mirroring_add_mc",
                    "mirroring_delete",
                    "mirroring_get",
                    "mc_mgrp_create",
                    "mc_node_create",
                    "mc_node_update",
                    "mc_node_associate",
                    "counter_read",
                    "counter_write",
                    "register_read",
                    "register_write",
                    "register_reset",
                    "meter_get_rates",
                    "meter_set_rates",
                    "meter_array_set_rates");

    private final String place;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    private StfParser(String place) {
        this.place = place;
    }

    /** Reads a test; the name is for messages. */
    static List<StfStatement.Line> parse(String fileName, List<String> lines) throws StfException {
        List<StfStatement.Line> statements = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String text = withoutComment(lines.get(i)).strip();
            if (!text.isEmpty()) {
                StfStatement statement = new StfParser(fileName + ":" + (i + 1)).statement(text);
                statements.add(new StfStatement.Line(i + 1, statement));
            }
        }
        return statements;
    }

    private static String withoutComment(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '"') {
                quoted = !quoted;
            } else if (line.charAt(i) == '#' && !quoted) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private StfException error(String message) {
        return new StfException(place + ": " + message);
    }

    private StfStatement statement(String text) throws StfException {
        String[] words = text.split("\\s+", 2);
        String keyword = words[0].toLowerCase(Locale.ROOT);
        String rest = words.length > 1 ? words[1] : "";
        switch (keyword) {
            case "packet":
                return packet(rest);
            case "expect":
                return expect(rest);
            default:
                break;
        }
        tokenize(rest);
        StfStatement statement = statementOf(keyword, words[0]);
        if (at < tokens.size()) {
            throw error("\"" + tokens.get(at) + "\" is too much");
        }
        return statement;
    }

    private StfStatement statementOf(String keyword, String written) throws StfException {
        switch (keyword) {
            case "no_packet":
                return new StfStatement.NoPacket();
            case "wait":
                return new StfStatement.Wait();
            case "add":
                return add();
            case "remove":
                return remove();
            case "setdefault":
                return new StfStatement.SetDefault(name("a table"), call());
            case "check_counter":
                return check("counter");
            case "check_register":
                return check("register");
            default:
                if (COMMANDS.contains(keyword)) {
                    return command(keyword);
                }
                throw error("command \"" + written + "\" is not supported");
        }
    }

    private StfStatement packet(String rest) throws StfException {
        String[] words = rest.split("\\s+");
        try {
            return new StfStatement.Packet(
                    port(words[0]), HexFormat.of().parseHex(join(words).toLowerCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw error("a packet's bytes are pairs of hexadecimal digits: " + e.getMessage());
        }
    }

    private StfStatement expect(String rest) throws StfException {
        String[] words = rest.split("\\s+");
        String digits = join(words).toLowerCase(Locale.ROOT);
        if (!EXPECTED.matcher(digits).matches()) {
            throw error(
                    "expected bytes are hexadecimal digits or *, and $ at the end: \""
                            + digits
                            + "\"");
        }
        return new StfStatement.Expect(port(words[0]), words.length == 1 ? null : digits);
    }

    private int port(String word) throws StfException {
        if (!word.matches("[0-9]{1,3}") || Integer.parseInt(word) > 510) {
            throw error("port \"" + word + "\" is not a number from 0 to 510");
        }
        return Integer.parseInt(word);
    }

    private static String join(String[] words) {
        return String.join("", List.of(words).subList(1, words.length));
    }

    private void tokenize(String text) throws StfException {
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (end < text.length() && matcher.find(end) && matcher.start() == end) {
            tokens.add(matcher.group().strip());
            end = matcher.end();
        }
        if (!text.substring(end).isBlank()) {
            throw error("\"" + text.substring(end).strip() + "\" cannot be read");
        }
    }

    private boolean next(String token) {
        if (at < tokens.size() && tokens.get(at).equals(token)) {
            at++;
            return true;
        }
        return false;
    }

    private void require(String token) throws StfException {
        if (!next(token)) {
            throw error("\"" + token + "\" is missing" + before());
        }
    }

    private String before() {
        return at < tokens.size() ? " before \"" + tokens.get(at) + "\"" : " at the end";
    }

    private boolean isNumber() {
        return at < tokens.size() && Character.isDigit(tokens.get(at).charAt(0));
    }

    private String number() throws StfException {
        if (!isNumber()) {
            throw error("a number is missing" + before());
        }
        return tokens.get(at++);
    }

    private String word(String what) throws StfException {
        if (at >= tokens.size() || !tokens.get(at).matches("[A-Za-z_$\"].*")) {
            throw error(what + " is missing" + before());
        }
        String token = tokens.get(at++);
        return token.startsWith("\"") ? token.substring(1, token.length() - 1) : token;
    }

    /** A name with dots, of which each part may have an index. */
    private String name(String what) throws StfException {
        StringBuilder name = new StringBuilder(word(what));
        while (true) {
            if (next("[")) {
                name.append('[').append(number()).append(']');
                require("]");
            } else if (next(".")) {
                name.append('.').append(word("a name"));
            } else {
                return name.toString();
            }
        }
    }

    private StfStatement add() throws StfException {
        String table = name("a table");
        Integer priority = priority();
        List<StfStatement.Key> match = new ArrayList<>();
        StfStatement.Call call = null;
        while (call == null) {
            String name = name("a key or an action");
            if (next(":")) {
                match.add(new StfStatement.Key(name, value()));
            } else {
                call = call(name);
            }
        }
        return new StfStatement.Add(table, priority, match, call, next("=") ? word("an id") : null);
    }

    private Integer priority() throws StfException {
        return isNumber() ? decimal(number()) : null;
    }

    private int decimal(String number) throws StfException {
        if (!number.matches("[0-9]{1,9}")) {
            throw error("\"" + number + "\" is not a decimal number below 10^9");
        }
        return Integer.parseInt(number);
    }

    private StfStatement remove() throws StfException {
        String first = name("\"all\", a table or an entry's id");
        if (first.equalsIgnoreCase("all")) {
            String table = at < tokens.size() ? name("a table") : null;
            return new StfStatement.Remove(table, null, null);
        }
        if (at == tokens.size()) {
            return new StfStatement.RemoveById(first);
        }
        Integer priority = priority();
        List<StfStatement.Key> match = new ArrayList<>();
        while (at < tokens.size()) {
            String field = name("a key");
            require(":");
            match.add(new StfStatement.Key(field, value()));
        }
        return new StfStatement.Remove(first, priority, match);
    }

    /** A number, with what may stand behind it: a prefix length, a mask or the end of a range. */
    private String value() throws StfException {
        String value = number();
        for (String sign : List.of("/", "&&&", "->")) {
            if (next(sign)) {
                return value + sign + number();
            }
        }
        return value;
    }

    private StfStatement.Call call() throws StfException {
        return call(name("an action"));
    }

    private StfStatement.Call call(String action) throws StfException {
        require("(");
        List<StfStatement.Argument> arguments = new ArrayList<>();
        while (!next(")")) {
            if (!arguments.isEmpty()) {
                require(",");
            }
            String parameter = name("a parameter");
            require(":");
            arguments.add(new StfStatement.Argument(parameter, number()));
        }
        return new StfStatement.Call(action, arguments);
    }

    private StfStatement check(String kind) throws StfException {
        String name = name("a " + kind);
        require("(");
        String index = isNumber() ? number() : word("an index or an entry's id");
        require(")");
        if (at == tokens.size()) {
            return new StfStatement.Check(kind, name, index, "packets", null, null);
        }
        String unit = "packets";
        if (kind.equals("counter")) {
            unit = word("\"packets\" or \"bytes\"").toLowerCase(Locale.ROOT);
            if (!unit.equals("packets") && !unit.equals("bytes")) {
                throw error("a counter counts packets or bytes, not \"" + unit + "\"");
            }
        }
        for (String condition : List.of("==", "!=", "<=", ">=", "<", ">")) {
            if (next(condition)) {
                return new StfStatement.Check(kind, name, index, unit, condition, number());
            }
        }
        throw error("a condition such as == is missing" + before());
    }

    private StfStatement command(String keyword) throws StfException {
        List<String> arguments = new ArrayList<>();
        if (keyword.startsWith("counter")
                || keyword.startsWith("register")
                || keyword.startsWith("meter")) {
            arguments.add(name("a name"));
        }
        while (at < tokens.size()) {
            StringBuilder number = new StringBuilder(number());
            if (next(".")) {
                number.append('.').append(number());
            }
            if (next(":")) {
                number.append(':').append(number());
            }
            arguments.add(number.toString());
        }
        return new StfStatement.Command(keyword, arguments);
    }
}
