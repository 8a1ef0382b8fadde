// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/** Published statements beside measurements, as Markdown: docs/results.md. */
final class ResultsTable {
    private ResultsTable() {}

    static String of(List<StoredResult> results) {
        StringBuilder text =
                new StringBuilder(
                        "# Published and measured\n\n"
                                + "Written by `./weir lab report --out DIR --results FILE`"
                                + " from runs of `./weir lab run ID --out DIR`; do not edit.\n"
                                + "A ratio of 1 is the published value. An empty published value"
                                + " means that only an order was published, which the statement"
                                + " names.\n"
                                + "Reproduced is what has the published order and, where an amount"
                                + " was published, that amount within 20 %; *order only* is what"
                                + " has another amount.\n"
                                + "Below a statement that is not reproduced stands what runs show"
                                + " the reason by (↳): a case in which just what the reason names"
                                + " is another, or the size of its effect.\n\n"
                                + Tally.of(results)
                                + "\n");
        for (StoredResult result : results) {
            text.append("\n## ").append(result.text("experiment")).append(": ");
            text.append(result.text("title")).append("\n\n");
            text.append(result.text("source")).append("; ");
            int seeds = result.root().path("seeds").size();
            text.append(seeds).append(seeds == 1 ? " seed, " : " seeds, ");
            text.append(length(result)).append(".\n\n");
            result.otherVersion().ifPresent(note -> text.append(note).append(".\n\n"));
            if (result.root().path("published").size() > 0) {
                String last = result.isOwn() ? "holds" : "reproduced";
                text.append("| statement | published | measured | ratio | " + last + " |\n");
                text.append("|---|---|---|---|---|\n");
            }
            for (JsonNode row : result.root().path("published")) {
                row(text, "", row, Judgement.of(row).withReason(row));
                for (JsonNode shown : row.path("shownBy")) {
                    row(text, "↳ ", shown, shown.path("confirms").asBoolean() ? "so" : "not so");
                }
            }
            measured(result, text);
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String begin, JsonNode row, String end) {
        JsonNode published = row.path("published");
        text.append("| ").append(begin).append(row.path("statement").asText());
        text.append(" | ").append(number(published, row));
        text.append(" | ").append(number(row.path("measured"), row));
        text.append(" | ").append(published.isNull() ? "" : number(row.path("ratio")));
        text.append(" | ").append(end).append(" |\n");
    }

    /** Length of each run, in virtual time. */
    private static String length(StoredResult result) {
        JsonNode first = result.root().path("cases").path(0).path("parameters");
        return first.has("seconds")
                ? first.path("seconds").path("value").asText() + " s"
                : first.path("runMs").path("value").asText() + " ms";
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
