import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.OKAWARI_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $texts: new URL('../src/okawari/texts', import.meta.url).pathname } },
  build: { assetsInlineLimit: 0, target: 'es2022' },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server }, '/ws': { target: server, ws: true } },
  },
});
