// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/** ONOS that answers REST for `npm run dev`. */
const onos = process.env.WEIR_ONOS ?? "http://127.0.0.1:8181";

export default defineConfig({
  plugins: [
    {
      // The built page contains uPlot, whose licence asks for its text.
      name: "licences",
      generateBundle() {
        const source = "uPlot\n\n" + readFileSync("node_modules/uplot/LICENSE", "utf8");
        this.emitFile({ type: "asset", fileName: "licences.txt", source });
      },
    },
  ],
  // The page is served under a context path that it does not know.
  base: "./",
  build: {
    outDir: "../app/src/main/resources/org/weir/app/ui",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: { dashboard: "index.html", rest: "rest.html" },
      output: {
        // Names without a hash: the servlet lists its files, and a browser asks again each time.
        entryFileNames: "[name].js",
        chunkFileNames: "shared.js",
        assetFileNames: "dashboard[extname]",
      },
    },
  },
  server: {
    proxy: { "/onos": { target: onos, auth: "onos:rocks" } },
  },
});
