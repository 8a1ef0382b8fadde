// SPDX-License-Identifier: Apache-2.0
//
// node typed.mjs DASHBOARD.json...: prints TypeScript in which each dashboard and each panel is a literal of
// Grafana's type of it. The compiler then refuses unknown fields, missing fields and values of a wrong type.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

// Types of the options and of fieldConfig.defaults.custom, by the type of a panel.
const panels = { stat: "Stat", table: "Table", timeseries: "TimeSeries" };
const hasFieldConfig = new Set(["table", "timeseries"]);

console.log(`import type { Dashboard, DataQuery, FieldConfigSource, Panel, RowPanel, VariableModel } from "@grafana/schema";`);
for (const [type, name] of Object.entries(panels)) {
    const file = `@grafana/schema/dist/esm/raw/composable/${type}/panelcfg/x/${name}PanelCfg_types.gen`;
    console.log(`import type * as ${name} from "${file}";`);
}
console.log(`
// A document has the values of an enumeration, not its names.
type Json<T> = unknown extends T ? T
    : T extends string ? \`\${T}\`
    : T extends number ? (number extends T ? T : \`\${T}\` extends \`\${infer N extends number}\` ? N : never)
    : T extends object ? { [K in keyof T]: Json<T[K]> }
    : T;
// The fields of a query of Prometheus are not in Grafana's published types.
type Query = DataQuery & Record<string, unknown>;
type Annotation = { name: string; enable: boolean; hide?: boolean; iconColor: string; datasource: object; target: Query };
type Strict<Options, Custom> = Omit<Panel, "options" | "fieldConfig" | "targets"> & {
    options: Options;
    fieldConfig: Omit<FieldConfigSource, "defaults"> & {
        defaults: Omit<FieldConfigSource["defaults"], "custom"> & { custom: Custom };
    };
    targets: Query[];
};
type Frame = Omit<Dashboard, "panels" | "annotations" | "templating">;
`);
process.argv.slice(2).forEach((file, i) => {
    const { panels: all, annotations, templating, ...frame } = JSON.parse(readFileSync(file, "utf8"));
    const literal = (name, type, value) => console.log(`export const ${name}_${i}: ${type} = ${JSON.stringify(value)};`);
    console.log(`// ${basename(file)}`);
    literal("frame", "Json<Frame>", frame);
    literal("annotations", "Annotation[]", annotations.list);
    literal("variables", "Json<VariableModel>[]", templating.list);
    all.forEach((panel, n) => {
        if (panel.type === "row") {
            literal(`row${n}`, "Json<RowPanel>", panel);
            return;
        }
        const name = panels[panel.type];
        if (name === undefined) {
            throw new Error(`${file}: add the panel type ${panel.type} to typed.mjs`);
        }
        const custom = hasFieldConfig.has(panel.type) ? `${name}.FieldConfig` : "Record<string, never>";
        literal(`panel${n}`, `Json<Strict<${name}.Options, ${custom}>>`, panel);
    });
});
