// SPDX-License-Identifier: Apache-2.0
package org.weir.app.gui;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import org.onosproject.ui.UiExtension;
import org.onosproject.ui.UiExtensionService;
import org.onosproject.ui.UiView;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Weir in the menu of ONOS's GUI, while a GUI is there. The legacy GUI shows the dashboard as a
 * view of its own. GUI2 opens only views that it was compiled with; its menu shows the dashboard's
 * address (docs/stock-onos.md).
 */
@Component(immediate = true)
public final class GuiMenu {

    /** The GUI's name of the view, and the folder of its files below {@code app/view}. */
    static final String VIEW = "weir";

    private static final String LABEL = "Weir: /onos/weir/ui";

    /** An icon that both GUIs have. */
    private static final String ICON = "nav_links";

    private final UiExtension extension =
            new UiExtension.Builder(
                            GuiMenu.class.getClassLoader(),
                            List.of(new UiView(UiView.Category.NETWORK, VIEW, LABEL, ICON)))
                    .resourcePath(VIEW)
                    .ui2()
                    .build();

    /** Adds the view to a GUI that has come. */
    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    void bindGui(UiExtensionService gui) {
        gui.register(extension);
    }

    /** Takes the view out of a GUI, when either goes. */
    void unbindGui(UiExtensionService gui) {
        gui.unregister(extension);
    }
}
