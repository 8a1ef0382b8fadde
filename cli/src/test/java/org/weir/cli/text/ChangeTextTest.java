// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyVersion;

/** Versions and plans as the shell prints them. */
class ChangeTextTest {
    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    @Test
    void versionThatRunsHasAStar() throws IOException {
        List<PolicyVersion> versions =
                List.of(
                        new PolicyVersion(9, 0, Edit.by("unknown", "netcfg", "configured")),
                        new PolicyVersion(
                                10, 1_700_000_000_999L, Edit.by("ann", "REST", "class A changed")));
        assertThat(ChangeText.versions(versions, 10))
                .containsExactly(
                        "version                  time      who     via             what",
                        "9        1970-01-01T00:00:00Z  unknown  netcfg       configured",
                        "10*      2023-11-14T22:13:20Z      ann    REST  class A changed");
    }

    @Test
    void planShowsPortsThatChangeAndCountsTheOthers() throws IOException {
        String queue =
                "{'weight':%s,'thresholdPackets':%s,'delayMs':%s,'p99DelayMs':4.0,"
                        + "'lossFraction':0.0,'missed':[%s]}";
        Plan plan =
                Plan.of(
                        3,
                        json(
                                "{'basedOn':2,'state':'OPEN','differences':"
                                        + "[{'path':'classes[A].importance','before':1,'after':3}],"
                                        + "'ports':[{'device':'device:s1','port':1,'changes':false,"
                                        + "'classes':[]},{'device':'device:s1','port':4,"
                                        + "'changes':true,'classes':[{'name':'A','loadBps':1200000,"
                                        + "'now':"
                                        + String.format(queue, "0.5", "2", "1.0", "")
                                        + ",'planned':"
                                        + String.format(queue, "0.75", "null", "1.0", "'mean 1 ms'")
                                        + "}]}]}"));
        assertThat(ChangeText.plan(plan))
                .containsExactly(
                        "plan 3 on version 2: open",
                        "classes[A].importance: 1 -> 3",
                        "port         class  load Mb/s       weight    K  mean ms  p99 ms  loss %",
                        "device:s1/4      A       1.20  0.500>0.750  2>-        1       4       0",
                        "1 more ports keep their settings",
                        "device:s1/4 A may miss mean 1 ms",
                        "not simulated (./weir plan 3)");
    }

    @Test
    void aClassWithoutTrafficHasNoPredictionAndTinyFiguresAreBounded() throws IOException {
        String settings =
                "{'weight':0.5,'thresholdPackets':1,'delayMs':1.2e-12,'p99DelayMs':0.5,"
                        + "'lossFraction':1e-20,'missed':[]}";
        String queue =
                "{'name':'%s','loadBps':%s,'now':" + settings + ",'planned':" + settings + "}";
        Plan plan =
                Plan.of(
                        3,
                        json(
                                "{'basedOn':2,'state':'OPEN','differences':[],'ports':[{'device':"
                                        + "'device:s1','port':4,'changes':true,'classes':["
                                        + String.format(queue, "A", "0")
                                        + ","
                                        + String.format(queue, "B", "1e6")
                                        + "]}]}"));
        assertThat(ChangeText.plan(plan))
                .contains(
                        "device:s1/4      A          0   0.500  1        -       -       -",
                        "device:s1/4      B          1   0.500  1   <0.001   0.500  <0.001");
    }

    @Test
    void simulationStandsBesideMeasurementAndPrediction() throws IOException {
        String estimate = "{'mean':%s,'low':%s,'high':%s}";
        Plan plan =
                Plan.of(
                        3,
                        json(
                                "{'ports':[{'device':'device:s1','port':4,'classes':[{'name':'A',"
                                        + "'measured':{'delayMs':2.5,'p99DelayMs':9.0,"
                                        + "'lossFraction':0.01,'goodputBps':1750000},"
                                        + "'planned':{'delayMs':1.5,'p99DelayMs':6.0,"
                                        + "'lossFraction':0.0,'goodputBps':1800000,'high':"
                                        + "{'delayMs':2.5,'p99DelayMs':9.0,'lossFraction':0.0},"
                                        + "'guaranteed':{'delayMs':99.0}}}]}],'simulation':{'seeds':3,"
                                        + "'periods':60,'assumptions':['"
                                        + "Packets arrive as Poisson processes, one flow per pair"
                                        + " and class, all of the class mean size.'],'ports':"
                                        + "[{'device':'device:s1','port':4,'classes':[{'name':'A',"
                                        + "'delayMs':"
                                        + String.format(estimate, "1.25", "1.0", "1.5")
                                        + ",'p99DelayMs':null,'lossFraction':"
                                        + String.format(estimate, "0.0", "0.0", "0.0")
                                        + ",'goodputBps':"
                                        + String.format(estimate, "1800000", "1700000", "1900000")
                                        + "}]}]}}"));
        assertThat(SimulationText.of(plan))
                .containsExactly(
                        "simulated with 3 seeds, 60 periods each; ± is the 95 % confidence"
                                + " interval",
                        "port class                    mean ms  p99 ms  loss %  goodput Mb/s",
                        "device:s1/4 A    measured        2.50    9.00    1.00          1.75",
                        "                 expected        1.50    6.00       0          1.80",
                        "                    up to        2.50    9.00       0             -",
                        "               guaranteed        99.0       -       -             -",
                        "                simulated  1.25±0.250       -     0±0    1.80±0.100",
                        "assumed: Packets arrive as Poisson processes, one flow per pair and class,"
                                + " all of the class mean",
                        "  size.");
    }

    @Test
    void aChangeIsAnsweredWithItsOwnVersion() {
        assertThat(ChangeText.inForce(5, 5)).containsExactly("version 5 is in force");
        assertThat(ChangeText.inForce(5, 0)).containsExactly("version 5 is in force");
        assertThat(ChangeText.inForce(5, 6))
                .containsExactly("version 5 was in force; version 6 has followed");
    }

    @Test
    void planNamesHowManyPortsItDoesNotJudge() throws IOException {
        Plan plan =
                Plan.of(
                        3,
                        json(
                                "{'basedOn':2,'state':'OPEN','differences':[],'ports':[],"
                                        + "'portsNotPlanned':7}"));
        assertThat(ChangeText.plan(plan))
                .contains("7 ports of other nodes are not judged: make the plan there, too");
    }
}
