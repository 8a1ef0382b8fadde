// SPDX-License-Identifier: Apache-2.0
package org.weir.app.gui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.onosproject.ui.UiExtension;
import org.onosproject.ui.UiExtensionService;
import org.onosproject.ui.UiView;

/** The extension as ONOS's GUI reads it, by ONOS's own classes. */
class GuiMenuTest {

    private final List<UiExtension> extensions = new ArrayList<>();
    private final UiExtensionService gui =
            (UiExtensionService)
                    Proxy.newProxyInstance(
                            GuiMenuTest.class.getClassLoader(),
                            new Class<?>[] {UiExtensionService.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("register")) {
                                    extensions.add((UiExtension) arguments[0]);
                                } else {
                                    assertThat(method.getName()).isEqualTo("unregister");
                                    extensions.remove(arguments[0]);
                                }
                                return null;
                            });

    @Test
    void theMenuHasOneEntryWhileAGuiIsThere() {
        GuiMenu menu = new GuiMenu();
        menu.bindGui(gui);
        assertThat(extensions).hasSize(1);
        assertThat(extensions.get(0).views())
                .singleElement()
                .satisfies(
                        view -> {
                            assertThat(view.id()).isEqualTo("weir");
                            assertThat(view.category()).isEqualTo(UiView.Category.NETWORK);
                            assertThat(view.label()).contains("/onos/weir/ui");
                        });
        menu.unbindGui(gui);
        assertThat(extensions).isEmpty();
    }

    /** Each file that the GUI's page names is there, and the view shows the dashboard. */
    @Test
    void filesOfTheViewAreThere() throws IOException {
        new GuiMenu().bindGui(gui);
        UiExtension extension = extensions.get(0);
        Pattern file = Pattern.compile("app/view/weir/([a-z.]+)");
        for (InputStream inclusion : List.of(extension.css(), extension.js())) {
            Matcher named = file.matcher(text(inclusion));
            assertThat(named.find()).isTrue();
            assertThat(text(extension.resource("weir", named.group(1)))).isNotBlank();
        }
        assertThat(text(extension.resource("weir", "weir.html")))
                .contains("src=\"/onos/weir/ui/\"", "href=\"/onos/weir/ui/\"");
        assertThat(text(extension.resource("weir", "weir.js"))).contains("ovWeir", "OvWeirCtrl");
        assertThat(extension.views()).as("the extension is valid").isNotEmpty();
    }

    private static String text(InputStream stream) throws IOException {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
