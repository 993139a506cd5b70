import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Where `npm run dev` finds the server: `townwright serve --port 8000`.
const server = process.env.TOWNWRIGHT ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess() })],
  build: {
    outDir: process.env.TOWNWRIGHT_PAGE ?? "../src/townwright/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page's CSP allows no inline fonts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs comes in one file, not in twenty.
        codeSplitting: {
          groups: [{ name: "base", test: /node_modules\/(svelte|esm-env|clsx)\/|src\/lib\// }],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      "/schema": { target: server, changeOrigin: true },
    },
  },
});
