// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Markdown page that compares published statements with measurements, such as docs/results.md. */
final class ResultsTable {
    private static final String HEAD =
            "# Published and measured\n\n"
                    + "`./weir lab report --out DIR --results FILE` writes this page from the results"
                    + " of `./weir lab run ID --out DIR`; do not edit it.\n\n"
                    + "| column or word | meaning |\n"
                    + "|---|---|\n"
                    + "| published | published value; empty if the paper gives only an order, which"
                    + " the statement names |\n"
                    + "| ratio | measured / published |\n"
                    + "| yes | the measurement has the published order and, where an amount was"
                    + " published, an amount within 20 % of it |\n"
                    + "| order only | it has the published order, but another amount |\n"
                    + "| no (n) | it does not have the published order; note n below the table gives"
                    + " the reason, if it is known |\n"
                    + "| ↳ | run that tests this reason: it changes only the named cause, or measures"
                    + " the size of its effect; *so* supports the reason, *not so* does not |\n"
                    + "| ± | half of the 95 % confidence interval over seeds |\n";

    private ResultsTable() {}

    static String of(List<StoredResult> results) {
        StringBuilder text = new StringBuilder(HEAD);
        if (Tally.of(results).hasStatements()) {
            text.append('\n').append(Tally.of(results)).append('\n');
            overview(results, text);
        }
        for (StoredResult result : results) {
            text.append("\n## ").append(result.text("experiment")).append(": ");
            text.append(result.text("title")).append("\n\n");
            text.append(result.text("source")).append("; ");
            int seeds = result.root().path("seeds").size();
            text.append(seeds).append(seeds == 1 ? " seed" : " seeds");
            text.append(length(result)).append(".\n");
            result.otherVersion().ifPresent(note -> text.append('\n').append(note).append(".\n"));
            statements(result, text);
            measured(result, text);
        }
        return text.toString();
    }

    /** Counts of each experiment that has statements of a paper. */
    private static void overview(List<StoredResult> results, StringBuilder text) {
        text.append("\n| experiment | reproduced | order only | not reproduced |\n");
        text.append("|---|---|---|---|\n");
        for (StoredResult result : results) {
            Tally tally = Tally.of(List.of(result));
            if (tally.published() > 0) {
                text.append("| ").append(result.text("experiment")).append(" | ");
                text.append(tally.reproduced()).append(" | ").append(tally.orderOnly());
                text.append(" | ").append(tally.notReproduced()).append(" |\n");
            }
        }
    }

    /** Statements with their judgements, and the reasons as numbered notes. */
    private static void statements(StoredResult result, StringBuilder text) {
        if (result.root().path("published").isEmpty()) {
            return;
        }
        String last = result.isOwn() ? "holds" : "reproduced";
        text.append("\n| statement | published | measured | ratio | " + last + " |\n");
        text.append("|---|---|---|---|---|\n");
        List<String> reasons = new ArrayList<>();
        for (JsonNode row : result.root().path("published")) {
            String reason = row.path("reason").asText();
            if (!reason.isEmpty() && !reasons.contains(reason)) {
                reasons.add(reason);
            }
            String note = reason.isEmpty() ? "" : " (" + (reasons.indexOf(reason) + 1) + ")";
            row(text, "", row, Judgement.of(row).word() + note);
            for (JsonNode shown : row.path("shownBy")) {
                row(text, "↳ ", shown, shown.path("confirms").asBoolean() ? "so" : "not so");
            }
        }
        if (!reasons.isEmpty()) {
            text.append("\nReasons:\n\n");
        }
        for (int i = 0; i < reasons.size(); i++) {
            text.append(i + 1).append(". ").append(sentence(reasons.get(i))).append('\n');
        }
    }

    private static String sentence(String reason) {
        return Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".";
    }

    private static void row(StringBuilder text, String begin, JsonNode row, String end) {
        JsonNode published = row.path("published");
        text.append("| ").append(begin).append(row.path("statement").asText());
        text.append(" | ").append(number(published, row));
        text.append(" | ").append(number(row.path("measured"), row));
        text.append(" | ").append(published.isNull() ? "" : number(row.path("ratio")));
        text.append(" | ").append(end).append(" |\n");
    }

    /** Length of each run, in virtual time; empty if that is no parameter. */
    private static String length(StoredResult result) {
        JsonNode first = result.root().path("cases").path(0).path("parameters");
        if (first.has("seconds")) {
            return ", " + first.path("seconds").path("value").asText() + " s";
        }
        return first.has("runMs") ? ", " + first.path("runMs").path("value").asText() + " ms" : "";
    }

    /** Means with 95 % confidence intervals, a row for each case. */
    private static void measured(StoredResult result, StringBuilder text) {
        text.append("\n| case |");
        StringBuilder line = new StringBuilder("|---|");
        for (JsonNode quantity : result.root().path("quantities")) {
            String unit = quantity.path("unit").asText();
            text.append(' ').append(quantity.path("label").asText());
            text.append(unit.isEmpty() ? "" : ", " + unit).append(" |");
            line.append("---|");
        }
        text.append('\n').append(line).append('\n');
        for (JsonNode one : result.root().path("cases")) {
            text.append("| ").append(one.path("case").asText()).append(" |");
            for (JsonNode quantity : result.root().path("quantities")) {
                JsonNode value = one.path("measured").path(quantity.path("name").asText());
                text.append(' ').append(number(value.path("mean")));
                if (value.path("values").size() > 1) {
                    text.append(" ± ").append(number(value.path("ci95")));
                }
                text.append(" |");
            }
            text.append('\n');
        }
    }

    /** The same with the row's unit. */
    static String number(JsonNode value, JsonNode row) {
        String unit = row.path("unit").asText();
        String text = number(value);
        return text.isEmpty() || unit.isEmpty() ? text : text + " " + unit;
    }

    /** Four significant digits; nothing for what is no number. */
    static String number(JsonNode value) {
        if (!value.isNumber()) {
            return "";
        }
        double number = value.asDouble();
        if (number == 0) {
            return "0";
        }
        int digits = 3 - (int) Math.floor(Math.log10(Math.abs(number)));
        return String.format(Locale.ROOT, "%." + Math.max(0, Math.min(6, digits)) + "f", number);
    }
}
