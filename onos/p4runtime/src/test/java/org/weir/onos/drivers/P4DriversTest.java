// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverProvider;
import org.onosproject.net.driver.DriverResolver;
import org.onosproject.net.driver.XmlDriverLoader;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.pi.model.DefaultPiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineModel;

/** The drivers as ONOS reads them, and what they send to a switch. */
class P4DriversTest {

    @TempDir Path folder;

    private static DriverProvider load() throws IOException {
        Driver base =
                new DefaultDriver("p4runtime", List.of(), "p4.org", "", "", Map.of(), Map.of());
        DriverResolver known = stub(DriverResolver.class, base);
        try (InputStream xml = P4DriversTest.class.getResourceAsStream("/p4-drivers.xml")) {
            return new XmlDriverLoader(P4DriversTest.class.getClassLoader(), null)
                    .loadDrivers(xml, known);
        }
    }

    /** Something of ONOS that gives the same answer to everything. */
    private static <T> T stub(Class<T> type, Object answer) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> answer));
    }

    private PiPipeconf pipeconf(ExtensionType type, String content) throws IOException {
        Path file = Files.writeString(folder.resolve("program"), content);
        PiPipelineModel model = stub(PiPipelineModel.class, 0);
        return DefaultPiPipeconf.builder()
                .withId(new PiPipeconfId("test"))
                .withPipelineModel(model)
                .addExtension(type, file.toUri().toURL())
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "bmv2, org.weir.onos.drivers.Bmv2PipelineProgrammable",
        "stratum-tofino, org.weir.onos.drivers.TofinoPipelineProgrammable",
    })
    void everyDriverHasItsBehaviours(String name, String programmable) throws IOException {
        Driver driver =
                load().getDrivers().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        assertThat(driver.parents()).extracting(Driver::name).containsExactly("p4runtime");
        assertThat(driver.implementation(PiPipelineProgrammable.class).getName())
                .isEqualTo(programmable);
        assertThat(driver.implementation(FlowRuleProgrammable.class))
                .isEqualTo(GatedFlowRuleProgrammable.class);
    }

    @Test
    void eachSendsTheFileOfItsTarget() throws IOException {
        PiPipeconf tofino = pipeconf(ExtensionType.RAW_DEVICE_CONFIG, "config");
        assertThat(text(new TofinoPipelineProgrammable(), tofino)).isEqualTo("config");
        assertThat(new Bmv2PipelineProgrammable().createDeviceDataBuffer(tofino))
                .as("a program of another target is not sent")
                .isNull();
        PiPipeconf bmv2 = pipeconf(ExtensionType.BMV2_JSON, "{}");
        assertThat(text(new Bmv2PipelineProgrammable(), bmv2)).isEqualTo("{}");
        assertThat(new TofinoPipelineProgrammable().createDeviceDataBuffer(bmv2)).isNull();
    }

    private static String text(ExtensionPipelineProgrammable driver, PiPipeconf pipeconf) {
        return StandardCharsets.UTF_8.decode(driver.createDeviceDataBuffer(pipeconf)).toString();
    }
}
