import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed, offline, pageTexts, preloaded } from './delivery.ts';

const server = process.env.OKAWARI_SERVER ?? 'http://127.0.0.1:8080';

// A module comes with all that it imports: one file for the home page, and one more for a table.
const groups = [
  { name: 'main', test: /src\/lib\/(catalogues|storage)\.ts$/, priority: 3 },
  { name: 'app', test: /src\/start\.ts$/, priority: 2 },
  { name: 'table', test: /src\/pages\/TablePage\.svelte$/, priority: 1 },
];

const pathOf = (relative: string) => new URL(relative, import.meta.url).pathname;

export default defineConfig({
  // The page may be in any folder of a site. The server, which answers deeper paths with index.html too, makes the
  // addresses in it absolute; its policy forbids <base>, which would also break links within the page.
  base: './',
  plugins: [svelte(), pageTexts(), preloaded('start'), offline(pathOf('src/offline/serviceWorker.ts')), compressed()],
  resolve: {
    alias: [
      { find: '$texts', replacement: pathOf('../src/okawari/texts') },
      { find: /^okawari$/, replacement: pathOf('../js/dist/index.js') },
      { find: /^okawari\/okawari\.wasm/, replacement: pathOf('../js/dist/okawari.wasm') },
    ],
  },
  worker: { format: 'es' },
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server }, '/ws': { target: server, ws: true } },
  },
});
