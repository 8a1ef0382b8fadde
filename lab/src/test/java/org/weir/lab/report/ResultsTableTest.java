// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.catalogue.Experiments;

class ResultsTableTest {
    private static final String RESULT =
            "{'experiment':'e','title':'t','source':'s','seeds':[1],'quantities':[],'cases':[],"
                    + "'published':["
                    + "{'statement':'first','unit':'','published':0.5,'measured':0.4,'ratio':0.8,"
                    + "'comesOut':true,'reason':'','reasonIsShown':false,'shownBy':[]},"
                    + "{'statement':'second','unit':'%','published':null,'measured':3,'ratio':null,"
                    + "'comesOut':false,'reason':'words','reasonIsShown':true,'shownBy':["
                    + "{'statement':'other case','unit':'','published':null,'measured':0.25,"
                    + "'ratio':null,'confirms':true}]},"
                    + "{'statement':'third','unit':'','published':null,'measured':3,'ratio':null,"
                    + "'comesOut':false,'reason':'guess','reasonIsShown':false,'shownBy':["
                    + "{'statement':'against it','unit':'','published':null,'measured':2,"
                    + "'ratio':null,'confirms':false}]}]}";

    private static List<StoredResult> results() throws IOException {
        return results(RESULT);
    }

    private static List<StoredResult> results(String result) throws IOException {
        JsonNode root = new ObjectMapper().readTree(result.replace('\'', '"'));
        return List.of(new StoredResult(Experiments.all().get(0), Path.of("none"), root));
    }

    @Test
    void theRunsThatTestAReasonStandBelowTheStatement() throws IOException {
        assertThat(ResultsTable.of(results()))
                .contains(
                        "| first | 0.5000 | 0.4000 | 0.8000 | yes |\n"
                                + "| second |  | 3.000 % |  | no (1) |\n"
                                + "| ↳ other case |  | 0.2500 |  | so |\n"
                                + "| third |  | 3.000 |  | no (2) |\n"
                                + "| ↳ against it |  | 2.000 |  | not so |\n"
                                + "\nReasons:\n\n1. Words.\n2. Guess.\n");
    }

    /** The order is the published one, the amount 20.2 % above it. */
    @Test
    void anotherAmountIsNotReproduced() throws IOException, ResultException {
        List<StoredResult> results =
                results(RESULT.replace("'measured':0.4,'ratio':0.8", "'measured':0.601,'ratio':1"));

        assertThat(ResultsTable.of(results))
                .contains(
                        "3 published statements: 0 reproduced, 1 in order only, 2 not reproduced.",
                        "| e | 0 | 1 | 2 |\n",
                        "| first | 0.5000 | 0.6010 | 1.000 | order only |\n");
        assertThat(ReportPage.of(results)).contains("<td>order only</td>");
    }

    @Test
    void statementsOfWeirsOwnAreCountedApart() throws IOException {
        List<StoredResult> results =
                new ArrayList<>(
                        results(
                                RESULT.replace(
                                        "'source':'s'", "'source':'ours, beyond the papers'")));
        results.addAll(results());

        assertThat(ResultsTable.of(results))
                .contains(
                        "3 published statements: 1 reproduced, 0 in order only, 2 not reproduced."
                                + " Runs support the reason for 1 of the last group. 3 statements of"
                                + " Weir's own: 1 hold.",
                        "| ratio | holds |",
                        "| ratio | reproduced |");
    }

    @Test
    void theHeadCounts() throws IOException, ResultException {
        String count =
                "3 published statements: 1 reproduced, 0 in order only, 2 not reproduced. Runs"
                        + " support the reason for 1 of the last group.";

        assertThat(ResultsTable.of(results())).contains(count);
        assertThat(ReportPage.of(results())).contains(count, "↳ other case", "<td>so</td>");
    }

    /** The same reason of two statements is one note. */
    @Test
    void aReasonStandsOnce() throws IOException {
        assertThat(ResultsTable.of(results(RESULT.replace("'guess'", "'words'"))))
                .contains("| third |  | 3.000 |  | no (1) |\n", "\n\n1. Words.\n")
                .doesNotContain("no (2)", "2. Words");
    }

    @Test
    void aPageWithoutStatementsCountsNone() throws IOException {
        String none = RESULT.replaceFirst("(?s)'published':.*", "'published':[]}");

        assertThat(ResultsTable.of(results(none)))
                .doesNotContain("published statements", "not reproduced |", "Reasons");
    }
}
