// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.flow.Shape;

class ShapePlanTest {
    private static final Set<InetAddress> OWN = Set.of(FeedbackFrames.address("10.0.0.1"));

    private static final long LINE_BPS = 1_000_000_000;

    private final ShapePlan plan = new ShapePlan("eth0", new OwnNames(2), 1500, LINE_BPS);

    private static FlowKey flow(int localPort) {
        FlowKey flow = FeedbackFrames.flow();
        return new FlowKey(flow.local(), flow.remote(), flow.protocol(), localPort, 6000);
    }

    @Test
    void aShapeIsAClassAFifoAndAFilter() {
        List<String> lines = plan.update(List.of(new Shape(31, flow(5000), 4_000_000, false)));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .isEqualTo(
                        "class add dev eth0 parent 5742: classid 5742:1f htb rate 4000000bit ceil"
                                + " 4000000bit burst 1600 cburst 1600 quantum 1600");
        assertThat(lines.get(1))
                .isEqualTo(
                        "qdisc add dev eth0 parent 5742:1f tbf rate 10gbit burst 2500 limit"
                                + " 389632");
        assertThat(lines.get(2))
                .startsWith(
                        "filter add dev eth0 parent 5742: protocol all pref 1 handle 0x1f bpf"
                                + " bytecode \"")
                .endsWith("\" flowid 5742:1f");
    }

    @Test
    void aggregatesOfTwoFramesAreCutAtLowRatesAndSingleFramesNever() {
        for (int mtuBytes : new int[] {1280, 1500, 4000, 9000}) {
            ShapePlan own = new ShapePlan("eth0", new OwnNames(2), mtuBytes, LINE_BPS);
            String queue = own.update(List.of(new Shape(1, flow(1), 99_999_999, false))).get(1);
            int burst = Integer.parseInt(queue.replaceAll(".* burst (\\d+) .*", "$1"));
            assertThat(burst).isBetween(mtuBytes + 22, 2 * mtuBytes);
        }
        assertThat(plan.update(List.of(new Shape(1, flow(1), 100_000_000, false))).get(1))
                .isEqualTo("qdisc add dev eth0 parent 5742:1 pfifo limit 256");
    }

    @Test
    void nothingIsCutOnALineThatIsFasterThanTheTokenBucket() {
        Shape shape = new Shape(1, flow(1), 4_000_000, false);
        ShapePlan ten = new ShapePlan("eth0", new OwnNames(2), 1500, 10_000_000_000L);
        assertThat(ten.update(List.of(shape)).get(1)).contains(" tbf rate 10gbit ");
        ShapePlan faster = new ShapePlan("eth0", new OwnNames(2), 1500, 25_000_000_000L);
        assertThat(faster.update(List.of(shape)).get(1)).endsWith(" pfifo limit 256");
    }

    @Test
    void aBurstHasRoomForAJumboFrame() {
        ShapePlan jumbo = new ShapePlan("eth0", new OwnNames(2), 9000, LINE_BPS);
        assertThat(jumbo.update(List.of(new Shape(1, flow(1), 4_000_000, false))).get(0))
                .contains(" burst 9086 cburst 9086 ");
    }

    @Test
    void anOpenShapeLosesItsFilterBeforeItsClass() {
        plan.update(List.of(new Shape(1, flow(1), 4_000_000, false)));
        assertThat(plan.update(List.of(new Shape(1, flow(1), 10_000_000, true))))
                .hasSize(2)
                .first()
                .isEqualTo("filter del dev eth0 parent 5742: protocol all pref 1 handle 0x1 bpf");
        assertThat(plan.update(List.of())).containsExactly("class del dev eth0 classid 5742:1");
    }

    @Test
    void changesBelowAThousandthAddUpBeforeTheyAreInstalled() {
        plan.update(List.of(new Shape(1, flow(1), 4_000_000, false)));
        assertThat(plan.update(List.of(new Shape(1, flow(1), 4_003_000, false)))).isEmpty();
        assertThat(plan.update(List.of(new Shape(1, flow(1), 4_006_000, false))))
                .singleElement()
                .asString()
                .startsWith("class change dev eth0 ")
                .contains(" rate 4006000bit ");
    }

    @Test
    void aSlotHasOneShape() {
        Shape one = new Shape(1, flow(1), 1000, false);
        assertThatThrownBy(() -> plan.update(List.of(one, new Shape(1, flow(2), 1000, false))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyOwnNumbersAreEverNamed() {
        List<String> lines = new ArrayList<>(plan.start(false, OWN));
        assertThat(lines).contains("qdisc add dev eth0 clsact");
        assertThat(plan.start(true, OWN)).doesNotContain("qdisc add dev eth0 clsact");
        assertThat(plan.end(true)).doesNotContain("clsact\n").doesNotContain("root\n");
        assertThat(plan.end(false)).contains("del dev eth0 root handle 5742: ");
        assertThat(String.join("\n", lines)).contains("root handle 5742: htb default ffff");
    }

    @Test
    void whatNoFilterMatchesHasAClassThatHoldsBackNothing() {
        assertThat(plan.start(false, OWN))
                .containsSequence(
                        "class add dev eth0 parent 5742: classid 5742:ffff htb rate 34000000000bit"
                                + " ceil 34000000000bit burst 4250000 cburst 4250000"
                                + " quantum 60000",
                        "qdisc add dev eth0 parent 5742:ffff pfifo limit 1000");
        assertThat(plan.shareRest()).isEqualTo("qdisc replace dev eth0 parent 5742:ffff fq_codel");
    }

    @Test
    void theFilterOfManyAddressesIsNoLongerThanLinuxTakes() {
        Set<InetAddress> many = new HashSet<>();
        for (int i = 1; i <= 20; i++) {
            many.add(FeedbackFrames.address("fd00::" + i));
        }
        String longest = plan.readdress(false, many);
        assertThat(longest).startsWith("filter replace dev eth0 ingress ");
        for (int i = 1; i <= 200; i++) {
            many.add(FeedbackFrames.address("10.0.0." + i));
        }
        assertThat(plan.readdress(false, many).length()).isLessThan(longest.length());
    }

    /** State of Linux after the lines, in a model: rate by class, class by filter. */
    private static final class Model {
        private static final Pattern CLASS =
                Pattern.compile(
                        "class (add|change) dev eth0 parent 5742: classid 5742:(\\w+) htb rate"
                                + " (\\d+)bit ceil (\\d+)bit burst (\\d+) cburst (\\d+) quantum"
                                + " (\\d+)");
        private static final Pattern LEAF =
                Pattern.compile(
                        "qdisc add dev eth0 parent 5742:(\\w+) (?:pfifo limit 256|tbf rate"
                                + " 10gbit burst 2500 limit 389632)");
        private static final Pattern FILTER =
                Pattern.compile(
                        "filter (add|del) dev eth0 parent 5742: protocol all pref 1 handle 0x(\\w+)"
                                + " bpf(?: bytecode \"(.*)\" flowid 5742:(\\w+))?");
        private static final Pattern DELETED =
                Pattern.compile("class del dev eth0 classid 5742:(\\w+)");

        private final Map<Integer, Long> rates = new TreeMap<>();
        private final Map<Integer, String> filters = new TreeMap<>();
        private final Map<Integer, Boolean> leaves = new HashMap<>();

        void run(String line) {
            Matcher parts = CLASS.matcher(line);
            if (parts.matches()) {
                int slot = Integer.parseInt(parts.group(2), 16);
                assertThat(rates.containsKey(slot)).isEqualTo(parts.group(1).equals("change"));
                assertThat(parts.group(3)).isEqualTo(parts.group(4));
                assertThat(Long.parseLong(parts.group(5))).isGreaterThanOrEqualTo(1600);
                assertThat(Long.parseLong(parts.group(7))).isBetween(1000L, 200_000L);
                rates.put(slot, Long.parseLong(parts.group(3)));
                return;
            }
            parts = LEAF.matcher(line);
            if (parts.matches()) {
                int slot = Integer.parseInt(parts.group(1), 16);
                assertThat(rates).containsKey(slot);
                assertThat(leaves.put(slot, true)).isNull();
                return;
            }
            parts = DELETED.matcher(line);
            if (parts.matches()) {
                int slot = Integer.parseInt(parts.group(1), 16);
                assertThat(filters)
                        .as("Linux refuses while a filter leads there")
                        .doesNotContainKey(slot);
                assertThat(rates.remove(slot)).isNotNull();
                leaves.remove(slot);
                return;
            }
            parts = FILTER.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            int slot = Integer.parseInt(parts.group(2), 16);
            if (parts.group(1).equals("add")) {
                assertThat(Integer.parseInt(parts.group(4), 16)).isEqualTo(slot);
                assertThat(leaves).containsKey(slot);
                assertThat(filters.put(slot, parts.group(3))).isNull();
            } else {
                assertThat(filters.remove(slot)).isNotNull();
            }
        }
    }

    @Test
    void whateverIsWantedIsWhatLinuxHasAfterwards() {
        Random random = new Random(7);
        Model linux = new Model();
        for (int i = 0; i < 3000; i++) {
            Map<Integer, Shape> wanted = new TreeMap<>();
            for (int slot = 1; slot <= 20; slot++) {
                if (random.nextInt(3) > 0) {
                    long rateBps = 1 + (long) Math.exp(random.nextDouble() * Math.log(1e11));
                    wanted.put(
                            slot,
                            new Shape(
                                    slot,
                                    flow(random.nextInt(3)),
                                    rateBps,
                                    random.nextInt(4) == 0));
                }
            }
            plan.update(wanted.values()).forEach(linux::run);
            assertThat(linux.rates.keySet()).isEqualTo(wanted.keySet());
            for (Shape shape : wanted.values()) {
                double rate = Math.max(8, shape.rateBps());
                assertThat(linux.rates.get(shape.slot()) / rate).isBetween(0.998, 1.002);
                assertThat(linux.filters.containsKey(shape.slot())).isNotEqualTo(shape.open());
                if (!shape.open()) {
                    assertThat(linux.filters.get(shape.slot()))
                            .isEqualTo(FlowFilter.of(shape.flow()).toBytecode());
                }
            }
        }
        plan.update(List.of()).forEach(linux::run);
        assertThat(linux.rates).isEmpty();
        assertThat(linux.filters).isEmpty();
    }
}
