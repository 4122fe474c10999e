import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed, preloaded } from './delivery.ts';

const server = process.env.OKAWARI_SERVER ?? 'http://127.0.0.1:8080';

// A module comes with all that it imports: one file for the home page, and one more for a table.
const groups = [
  { name: 'main', test: /src\/lib\/(catalogues|storage)\.ts$/, priority: 3 },
  { name: 'app', test: /src\/start\.ts$/, priority: 2 },
  { name: 'table', test: /src\/pages\/TablePage\.svelte$/, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), preloaded('start'), compressed()],
  resolve: { alias: { $texts: new URL('../src/okawari/texts', import.meta.url).pathname } },
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
