// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.PortId;
import org.weir.control.PortSpec;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.solver.SolverMethod;
import org.weir.control.tuning.PolicyInterval;
import org.weir.control.tuning.Tunable;

class PolicyReaderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FIXTURES = Paths.get("src/test/resources/org/weir/control/policy");
    private static final Path SCHEMA = Paths.get("../netcfg/policy.schema.json");

    static List<Path> invalidPolicies() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES.resolve("invalid"))) {
            return files.sorted().collect(Collectors.toList());
        }
    }

    /** One file for each rule, with the message it must bring. */
    @ParameterizedTest
    @MethodSource("invalidPolicies")
    void everyRuleIsEnforcedAndNamed(Path fixture) throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(fixture));
        PolicyException refusal =
                catchThrowableOfType(
                        PolicyException.class, () -> PolicyReader.read(node.get("policy"), "test"));
        assertThat(refusal).as("refused").isNotNull();
        assertThat(refusal).hasMessageStartingWith(node.get("message").textValue());
        assertThat(refusal.getMessage())
                .isEqualTo(refusal.source() + ": " + refusal.field() + ": " + refusal.rule());
    }

    /** The schema refuses the same, except for what no schema can say. */
    @ParameterizedTest
    @MethodSource("invalidPolicies")
    void schemaAgreesOnWhatIsInvalid(Path fixture) throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(fixture));
        assertThat(schema().validate(node.get("policy")).isEmpty())
                .isNotEqualTo(node.get("schemaRefuses").booleanValue());
    }

    @Test
    void readsEverything() throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json")));
        assertThat(schema().validate(node)).isEmpty();
        Policy policy = PolicyReader.read(node, "full.json");
        assertThat(policy.objective()).isEqualTo("published");
        assertThat(policy.solver()).isEqualTo(SolverMethod.DIRECT);
        assertThat(policy.periodMs()).isEqualTo(500);
        assertThat(policy.seed()).isEqualTo(42);
        assertThat(policy.feedbackIntervalUs()).isEqualTo(5000);
        assertThat(policy.reportIntervalUs()).isEqualTo(20000);
        assertThat(policy.tuning().get(Tunable.TARGET_UTILIZATION)).isEqualTo(0.9);
        assertThat(policy.defaultClassIndex()).isEqualTo(1);
        PolicyClass voice = policy.classNamed("voice").get();
        assertThat(voice.index()).isZero();
        assertThat(voice.spec())
                .isEqualTo(
                        new ClassSpec(
                                "voice",
                                ClassKind.A,
                                3,
                                Targets.builder()
                                        .delayMs(5)
                                        .p99DelayMs(20)
                                        .jitterMs(2.5)
                                        .lossFraction(0.001)
                                        .minRateBps(1e6)
                                        .maxRateBps(5e6)
                                        .build()));
        assertThat(voice.rules().get(0)).isEqualTo(MatchRule.builder().dscp(46).build());
        assertThat(voice.rules().get(1))
                .isEqualTo(
                        MatchRule.builder()
                                .protocol(MatchRule.UDP)
                                .sourcePorts(new PortRange(5000, 5000))
                                .destinationPorts(new PortRange(5001, 5010))
                                .source(IpPrefix.parse("10.0.0.0/24"))
                                .destination(IpPrefix.parse("10.0.0.5"))
                                .device("device:s1")
                                .ports(Set.of(1, 2))
                                .build());
        assertThat(voice.rules().get(2).matchesIpv4()).isFalse();
        assertThat(voice.rules().get(2).matchesIpv6()).isTrue();
        assertThat(voice.rules().subList(3, 7))
                .containsExactly(
                        MatchRule.builder().tag(tag(100, 5)).build(),
                        MatchRule.builder()
                                .tag(TagMatch.tagged(OptionalInt.of(20), OptionalInt.empty()))
                                .innerTag(tag(300, 0))
                                .build(),
                        MatchRule.builder().tag(TagMatch.NONE).protocol(1).build(),
                        MatchRule.builder()
                                .tag(TagMatch.tagged(OptionalInt.empty(), OptionalInt.of(7)))
                                .innerTag(TagMatch.NONE)
                                .build())
                .extracting(MatchRule::toString)
                .containsExactly(
                        "vlanId=100 vlanPcp=5",
                        "vlanId=20 innerVlanId=300 innerVlanPcp=0",
                        "vlanId=none protocol=1",
                        "vlanPcp=7 innerVlanId=none");
        assertThat(policy.classNamed("bulk").get().spec())
                .isEqualTo(new ClassSpec("bulk", ClassKind.C, 1, Targets.NONE));
    }

    private static TagMatch tag(int vlanId, int pcp) {
        return TagMatch.tagged(OptionalInt.of(vlanId), OptionalInt.of(pcp));
    }

    @Test
    void readsStaticRoutes() throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json")));
        List<StaticRoute> routes = PolicyReader.read(node, "full.json").routes();
        assertThat(routes)
                .extracting(StaticRoute::toString)
                .containsExactly("0.0.0.0/0 by 10.0.0.254", "2001:db8:1::/48 by 2001:db8::fe");
        assertThat(routes.get(0).nextHop()).containsExactly(10, 0, 0, 254);
        ObjectNode without = node.deepCopy();
        without.remove("routes");
        assertThat(PolicyReader.read(without, "t").routes()).isEmpty();
        assertThat(PolicyReader.read(without, "t"))
                .as("routes are a part of the policy")
                .isNotEqualTo(PolicyReader.read(node, "t"));
    }

    @Test
    void aPolicyHasALimitOfStaticRoutes() throws IOException {
        ObjectNode policy = (ObjectNode) JSON.readTree("{\"classes\":[{\"name\":\"A\"}]}");
        for (int i = 0; i < StaticRoute.MAX_ROUTES; i++) {
            policy.withArray("routes")
                    .addObject()
                    .put("prefix", "20." + i / 256 + "." + i % 256 + ".0/24")
                    .put("nextHop", "10.0.0.254");
        }
        assertThat(PolicyReader.read(policy, "p").routes()).hasSize(StaticRoute.MAX_ROUTES);
        assertThat(schema().validate(policy)).isEmpty();
        policy.withArray("routes")
                .addObject()
                .put("prefix", "30.0.0.0/8")
                .put("nextHop", "10.0.0.254");
        assertThatThrownBy(() -> PolicyReader.read(policy, "p"))
                .hasMessage("p: routes: must have at most 1024 routes, has 1025");
        assertThat(schema().validate(policy)).isNotEmpty();
    }

    @Test
    void portsBelieveWhatThePolicySaysAndFewHostsHaveAgents() throws Exception {
        JsonNode node = JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json")));
        Policy policy = PolicyReader.read(node, "full.json");
        assertThat(policy.edge(new PortId("device:s1", 5)))
                .isEqualTo(
                        new PortEdge(
                                PortEdge.LeadsTo.HOSTS, PortEdge.Dscp.TRUST, 0b10, 20, 256, null));
        assertThat(policy.edge(new PortId("device:s1", 4)))
                .isEqualTo(
                        new PortEdge(
                                PortEdge.LeadsTo.DISCOVERED,
                                PortEdge.Dscp.DROP,
                                0xff,
                                20,
                                256,
                                null));
        assertThat(policy.hasAgent(new byte[] {10, 0, 0, 77})).isTrue();
        assertThat(policy.hasAgent(new byte[] {10, 0, 1, 77})).isFalse();
        assertThat(policy.hasAgent(InetAddress.getByName("2001:db8::5").getAddress())).isTrue();
        assertThat(policy.hasAgent(InetAddress.getByName("2001:db8::6").getAddress())).isFalse();
        ObjectNode silent = node.deepCopy();
        List.of("agents", "port", "ports").forEach(silent::remove);
        assertThat(PolicyReader.read(silent, "t").hasAgent(new byte[] {10, 0, 0, 77})).isFalse();
        assertThat(PolicyReader.read(silent, "t").edge(new PortId("device:s1", 5)))
                .isEqualTo(PortEdge.DEFAULT);
    }

    @Test
    void aPortHasLimitsOfFramesToTheControllerAndOfAddresses() throws Exception {
        String json =
                "{'classes':[{'name':'A'}],'port':{'edge':{'controllerFrames':1,'addresses':65535}},"
                        + "'ports':[{'device':'d','port':2,'edge':{'addresses':4}}]}";
        Policy policy = PolicyReader.read(JSON.readTree(json.replace('\'', '"')), "p");
        assertThat(policy.edge(new PortId("d", 1)).controllerFrames()).isEqualTo(1);
        assertThat(policy.edge(new PortId("d", 1)).addresses()).isEqualTo(65_535);
        assertThat(policy.edge(new PortId("d", 2)).controllerFrames()).isEqualTo(20);
        assertThat(policy.edge(new PortId("d", 2)).addresses()).isEqualTo(4);
        for (String wrong : List.of("'controllerFrames':0", "'addresses':65536")) {
            String refused = "{'classes':[{'name':'A'}],'port':{'edge':{" + wrong + "}}}";
            JsonNode node = JSON.readTree(refused.replace('\'', '"'));
            assertThatThrownBy(() -> PolicyReader.read(node, "p"))
                    .hasMessageContaining("port.edge." + wrong.split("'")[1])
                    .hasMessageContaining("1 to 65535");
        }
    }

    @Test
    void aPortListsTheSourceAddressesOfItsHosts() throws Exception {
        String json =
                "{'classes':[{'name':'A'}],'port':{'edge':{'sources':['10.0.0.0/8','::/0']}},"
                        + "'ports':[{'device':'d','port':2,'edge':{'sources':['10.0.0.2']}},"
                        + "{'device':'d','port':3,'edge':{}}]}";
        Policy policy = PolicyReader.read(JSON.readTree(json.replace('\'', '"')), "p");
        assertThat(policy.edge(new PortId("d", 1)).sources().orElseThrow())
                .containsExactly(IpPrefix.parse("10.0.0.0/8"), IpPrefix.parse("::/0"));
        assertThat(policy.edge(new PortId("d", 2)).sources().orElseThrow())
                .containsExactly(IpPrefix.parse("10.0.0.2/32"));
        assertThat(policy.edge(new PortId("d", 3)).sources()).isEmpty();
        for (String wrong : List.of("", "7", "'h2'", "'10.0.0.2/8'", "'2001:db8::/32'")) {
            String refused = "{'classes':[{'name':'A'}],'port':{'edge':{'sources':[" + wrong;
            JsonNode node = JSON.readTree((refused + "]}}}").replace('\'', '"'));
            assertThatThrownBy(() -> PolicyReader.read(node, "p"))
                    .as(wrong)
                    .hasMessageContaining("port.edge.sources")
                    .hasMessageContaining("must ");
        }
    }

    @Test
    void portsTakeTheirOwnValuesThenTheDefaultsThenTheDiscoveredSpeed() throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json")));
        Policy policy = PolicyReader.read(node, "full.json");
        PortSpec four = policy.portSpec(new PortId("device:s1", 4), 1).get();
        assertThat(four.rateBps()).isEqualTo(20_000_000);
        assertThat(four.capacityPackets()).isEqualTo(128);
        assertThat(four.rateWindow().us()).isEqualTo(1024);
        PortSpec five = policy.portSpec(new PortId("device:s1", 5), 1).get();
        assertThat(five.rateBps()).isEqualTo(10_000_000);
        assertThat(five.capacityPackets()).isEqualTo(64);
        assertThat(five.rateWindow().us()).isEqualTo(256);

        Policy bare = PolicyReader.read(JSON.readTree("{\"classes\":[{\"name\":\"C\"}]}"), "x");
        PortSpec found = bare.portSpec(new PortId("device:s9", 1), 5_000_000).get();
        assertThat(found.rateBps()).isEqualTo(5_000_000);
        assertThat(found.capacityPackets()).isEqualTo(Policy.DEFAULT_CAPACITY_PACKETS);
        assertThat(found.rateWindow()).isEqualTo(RateWindow.forRate(5_000_000));
        PortSpec fast = bare.portSpec(new PortId("device:s9", 1), 10_000_000_000L).get();
        assertThat(fast.rateWindow().us()).isEqualTo(128);
        assertThat(bare.portSpec(new PortId("device:s9", 1), 0)).isEmpty();
    }

    @Test
    void portsHaveTheirOwnSchemeThenThatOfAllThenNone() throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json")));
        Policy policy = PolicyReader.read(node, "full.json");
        PortId six = new PortId("device:s1", 6);
        assertThat(policy.aqm(new PortId("device:s1", 4))).isEqualTo(PortAqm.codel(5000, 100_000));
        assertThat(policy.aqm(new PortId("device:s9", 4))).isEqualTo(PortAqm.codel(5000, 100_000));
        assertThat(policy.aqm(new PortId("device:s1", 5))).isEqualTo(PortAqm.NONE);
        assertThat(policy.aqm(six))
                .isEqualTo(PortAqm.rpm(1000, 20_000, 50_000, 30_000_000, Set.of(6L, 7L)).alone());
        assertThat(policy.aqm(six).ackPorts(six)).containsExactly(6L, 7L);

        Policy bare =
                PolicyReader.read(
                        JSON.readTree(
                                "{\"classes\":[{\"name\":\"C\"}],\"ports\":[{\"device\":\"d\","
                                        + "\"port\":1,\"aqm\":{\"scheme\":\"rpm\"}}]}"),
                        "x");
        PortId one = new PortId("d", 1);
        assertThat(bare.aqm(one).ackPorts(one)).containsExactly(1L);
        assertThat(bare.aqm(one).returnUs()).isEqualTo(PortAqm.DEFAULT_INTERVAL_US);
        assertThat(bare.aqm(new PortId("d", 2))).isEqualTo(PortAqm.NONE);
        assertThat(policy).isNotEqualTo(bare);
    }

    @Test
    void readsAbcAndItsUsers() throws IOException {
        Policy policy =
                PolicyReader.read(
                        JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json"))), "test");
        assertThat(policy.aqm(new PortId("device:s1", 7)))
                .isEqualTo(PortAqm.abc(new ActivityThresholds(30, 12, 40, 32)).alone());
        ActivityDomain domain = policy.activity().orElseThrow();
        assertThat(domain.meterMemoryMs()).isEqualTo(15);
        assertThat(domain.referenceBps()).isEqualTo(2_000_000);
        PortId three = new PortId("device:s1", 3);
        PortId four = new PortId("device:s1", 4);
        byte[] host = {10, 0, 1, 9};
        assertThat(domain.userOf(three, host).orElseThrow().port()).contains(three);
        assertThat(domain.weightOf(three, host)).isEqualTo(2.5);
        assertThat(domain.userOf(four, host).orElseThrow().port()).isEmpty();
        assertThat(domain.weightOf(four, host)).isEqualTo(0.5);
        assertThat(domain.userOf(four, new byte[] {10, 1, 1, 9})).isEmpty();
        assertThat(domain.weightOf(four, new byte[] {10, 1, 1, 9})).isEqualTo(1);

        Policy bare =
                PolicyReader.read(
                        JSON.readTree(
                                "{\"classes\":[{\"name\":\"A\"}],\"port\":{\"aqm\":"
                                        + "{\"scheme\":\"abc\"}}}"),
                        "test");
        assertThat(bare.aqm(three)).isEqualTo(PortAqm.abc(ActivityThresholds.DEFAULT));
        assertThat(bare.activity()).contains(ActivityDomain.DEFAULT);
    }

    /** Without a port with scheme abc nothing reads activity values, so nobody is metered. */
    @Test
    void metersNobodyWithoutAbc() throws IOException {
        Policy without =
                PolicyReader.read(
                        JSON.readTree(
                                "{\"classes\":[{\"name\":\"A\"}],\"activity\":{\"users\":"
                                        + "[{\"prefix\":\"10.0.0.0/8\"}]}}"),
                        "test");
        assertThat(without.activity()).isEmpty();
    }

    @Test
    void aClassCanBeReplaced() throws IOException {
        JsonNode node = JSON.readTree(Files.readAllBytes(FIXTURES.resolve("full.json")));
        Policy policy = PolicyReader.read(node, "full.json");
        ClassSpec changed = new ClassSpec("voice", ClassKind.A, 5, Targets.NONE);
        Policy other = policy.withClass(changed);
        assertThat(other.classSpecs().get(0)).isEqualTo(changed);
        assertThat(other.classes().get(0).rules()).isEqualTo(policy.classes().get(0).rules());
        assertThat(other).isNotEqualTo(policy);
        assertThat(other.withClass(policy.classSpecs().get(0))).isEqualTo(policy);
        assertThatThrownBy(
                        () -> policy.withClass(new ClassSpec("none", ClassKind.A, 1, Targets.NONE)))
                .hasMessageContaining("none");
    }

    @Test
    void prefixesHaveMasks() {
        IpPrefix prefix = IpPrefix.parse("10.1.128.0/17");
        assertThat(prefix.address()).containsExactly(10, 1, -128, 0);
        assertThat(prefix.mask()).containsExactly(-1, -1, -128, 0);
        assertThat(IpPrefix.parse("::1")).hasToString("::1/128");
        assertThat(IpPrefix.parse("0.0.0.0/0").mask()).containsOnly(0);
        for (String bad : new String[] {"localhost", "1.2.3.4.5", "::1%lo", "::ffff:1.2.3.4", ""}) {
            assertThatThrownBy(() -> IpPrefix.parse(bad))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** The policies that come with Weir are valid, by reader and by schema. */
    @Test
    void deliveredPoliciesAreValid() throws IOException {
        int found = 0;
        for (Path file : deliveredJson()) {
            JsonNode weir = JSON.readTree(Files.readAllBytes(file)).at("/apps/org.weir.app/weir");
            if (!weir.isMissingNode()) {
                found++;
                assertThat(schema().validate(weir)).as(file.toString()).isEmpty();
                assertThat(PolicyReader.read(weir, file.toString()).classes()).isNotEmpty();
            }
        }
        assertThat(found).isGreaterThan(2);
    }

    private static List<Path> deliveredJson() throws IOException {
        try (Stream<Path> all = Files.walk(SCHEMA.getParent())) {
            return all.filter(f -> f.toString().endsWith(".json")).collect(Collectors.toList());
        }
    }

    /** The schema names each tunable with the range and default of its declaration. */
    @Test
    void schemaKnowsEveryTunable() throws IOException {
        JsonNode tunables =
                JSON.readTree(Files.readAllBytes(SCHEMA))
                        .get("properties")
                        .get("tunables")
                        .get("properties");
        assertThat(tunables).hasSize(Tunable.all().size());
        for (Tunable tunable : Tunable.all()) {
            JsonNode entry = tunables.get(tunable.fieldName());
            assertThat(entry).as(tunable.fieldName()).isNotNull();
            assertThat(entry.get("minimum").doubleValue()).isEqualTo(tunable.min());
            assertThat(entry.get("maximum").doubleValue()).isEqualTo(tunable.max());
            assertThat(entry.get("default").doubleValue()).isEqualTo(tunable.defaultValue());
            assertThat(tunable.defaultValue()).isBetween(tunable.min(), tunable.max());
        }
    }

    /** The schema has each interval, too. */
    @Test
    void schemaKnowsEveryInterval() throws IOException {
        JsonNode fields = JSON.readTree(Files.readAllBytes(SCHEMA)).get("properties");
        for (PolicyInterval interval : PolicyInterval.values()) {
            JsonNode entry = fields.get(interval.fieldName());
            assertThat(entry.get("minimum").doubleValue()).isEqualTo(interval.min());
            assertThat(entry.get("maximum").doubleValue()).isEqualTo(interval.max());
            assertThat(entry.get("default").longValue()).isEqualTo(interval.defaultValue());
        }
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                .getSchema(JSON.readTree(Files.readAllBytes(SCHEMA)));
    }
}
