// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
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
        JsonNode root = new ObjectMapper().readTree(RESULT.replace('\'', '"'));
        return List.of(new StoredResult(Experiments.all().get(0), Path.of("none"), root));
    }

    @Test
    void whatShowsAReasonStandsBelowIt() throws IOException {
        assertThat(ResultsTable.of(results()))
                .contains(
                        "| first | 0.5000 | 0.4000 | 0.8000 | yes |\n"
                                + "| second |  | 3.000 % |  | no: words |\n"
                                + "| ↳ other case |  | 0.2500 |  | so |\n"
                                + "| third |  | 3.000 |  | no: guess |\n"
                                + "| ↳ against it |  | 2.000 |  | not so |\n");
    }

    @Test
    void theHeadCounts() throws IOException, ResultException {
        String count =
                "3 statements: 1 come out, 2 do not. Of those, 1 have a reason that runs show; 1"
                        + " have a reason in words, or one that runs refute.";

        assertThat(ResultsTable.of(results())).contains(count);
        assertThat(ReportPage.of(results())).contains(count, "↳ other case", "<td>so</td>");
    }
}
