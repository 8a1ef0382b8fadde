// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.service.PiFlowRuleTranslator;
import org.onosproject.net.pi.service.PiGroupTranslator;
import org.onosproject.net.pi.service.PiMeterTranslator;
import org.onosproject.net.pi.service.PiReplicationGroupTranslator;
import org.onosproject.net.pi.service.PiTranslatedEntity;
import org.onosproject.net.pi.service.PiTranslationException;
import org.onosproject.net.pi.service.PiTranslationService;
import org.weir.pipelines.P4Names;

/** Rules from before a restart that ONOS gets to know when a switch appears. */
class RuleTranslationsTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    /** Only passed on. */
    private static final PiPipeconf PIPECONF =
            (PiPipeconf)
                    Proxy.newProxyInstance(
                            RuleTranslationsTest.class.getClassLoader(),
                            new Class<?>[] {PiPipeconf.class},
                            (proxy, method, arguments) -> {
                                throw new UnsupportedOperationException(method.getName());
                            });

    private final RuleFactory factory = new RuleFactory(new DefaultApplicationId(7, "weir"));
    private final NeighbourRules neighbours = new NeighbourRules(factory);
    private final RouteRules routes = new RouteRules(factory, device -> false);
    private final Onos onos = new Onos();
    private long nowNs;
    private final RuleTranslations translations =
            new RuleTranslations(onos, device -> Optional.of(PIPECONF), () -> nowNs);

    private FlowRule route(String address) {
        return routes.byPort(DEVICE, IpAddress.valueOf(address).toIpPrefix(), 1, 0);
    }

    private FlowRule neighbour(String address) {
        return neighbours.answer(
                DEVICE,
                new NeighbourRules.Neighbour(0, IpAddress.valueOf(address)),
                MacAddress.valueOf(1),
                NeighbourRules.NO_PORT);
    }

    @Test
    void rulesThatOnosDoesNotKnowAreNamedOnce() {
        List<FlowRule> rules = List.of(neighbour("10.0.0.1"), route("10.0.0.1"));
        assertThat(translations.learn(DEVICE, rules)).isEqualTo(2);
        assertThat(onos.known.values()).containsExactlyInAnyOrderElementsOf(rules);
        assertThat(translations.learn(DEVICE, rules)).as("known already").isZero();
    }

    @Test
    void ruleOfAnotherProgramDoesNotKeepTheOthersBack() {
        onos.unknownTable = P4Names.TABLE_IPV4_NEIGHBOURS;
        assertThat(translations.learn(DEVICE, List.of(neighbour("10.0.0.1"), route("10.0.0.1"))))
                .isEqualTo(1);
    }

    /** Other events wait: routes are named first, and after a second the rest is left out. */
    @Test
    void routesComeFirstAndTimeIsLimited() {
        onos.translationNs = 300_000_000;
        List<FlowRule> rules = new ArrayList<>();
        Collections.addAll(
                rules, neighbour("10.0.0.1"), neighbour("10.0.0.2"), neighbour("10.0.0.3"));
        Collections.addAll(rules, route("10.0.0.1"), route("10.0.0.2"), route("10.0.0.3"));
        assertThat(translations.learn(DEVICE, rules)).isEqualTo(4);
        assertThat(onos.known.values())
                .extracting(FlowRule::table)
                .containsExactly(
                        P4Names.TABLE_IPV4_ROUTES,
                        P4Names.TABLE_IPV4_ROUTES,
                        P4Names.TABLE_IPV4_ROUTES,
                        P4Names.TABLE_IPV4_NEIGHBOURS);
    }

    /** Many switches appear one after the other, and the events of the last wait for all. */
    @Test
    void timeOfAllSwitchesTogetherIsLimited() {
        onos.translationNs = 900_000_000;
        int learned = 0;
        for (int i = 1; i <= 9; i++) {
            learned += translations.learn(DEVICE, List.of(route("10.0.1." + i)));
        }
        assertThat(learned).isEqualTo(6);
        assertThat(nowNs).isEqualTo(6 * 900_000_000L);
    }

    @Test
    void withoutAPipeconfNothingIsNamed() {
        RuleTranslations none = new RuleTranslations(onos, device -> Optional.empty(), () -> nowNs);
        assertThat(none.learn(DEVICE, List.of(route("10.0.0.1")))).isZero();
    }

    /** ONOS's translation, with the time that it takes. */
    private final class Onos implements PiTranslationService, PiFlowRuleTranslator {
        private final Map<PiHandle, FlowRule> known = new LinkedHashMap<>();
        private Object unknownTable;
        private long translationNs;

        @Override
        public PiTableEntry translate(FlowRule rule, PiPipeconf pipeconf)
                throws PiTranslationException {
            nowNs += translationNs;
            if (rule.table().equals(unknownTable)) {
                throw new PiTranslationException("no table " + rule.table());
            }
            PiCriterion match =
                    (PiCriterion) rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
            return PiTableEntry.builder()
                    .forTable((PiTableId) rule.table())
                    .withMatchKey(
                            PiMatchKey.builder().addFieldMatches(match.fieldMatches()).build())
                    .withAction(SettingsRules.action(rule))
                    .build();
        }

        @Override
        public void learn(PiHandle handle, PiTranslatedEntity<FlowRule, PiTableEntry> entity) {
            known.put(handle, entity.original());
        }

        @Override
        public Optional<PiTranslatedEntity<FlowRule, PiTableEntry>> lookup(PiHandle handle) {
            return Optional.ofNullable(known.get(handle))
                    .map(rule -> new PiTranslatedEntity<>(rule, entry(rule), handle));
        }

        private PiTableEntry entry(FlowRule rule) {
            try {
                return translate(rule, PIPECONF);
            } catch (PiTranslationException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void forget(PiHandle handle) {
            known.remove(handle);
        }

        @Override
        public PiFlowRuleTranslator flowRuleTranslator() {
            return this;
        }

        @Override
        public PiGroupTranslator groupTranslator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public PiReplicationGroupTranslator replicationGroupTranslator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public PiMeterTranslator meterTranslator() {
            throw new UnsupportedOperationException();
        }
    }
}
