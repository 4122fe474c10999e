import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

export default mergeConfig(
  page,
  defineConfig({
    // Svelte as browsers get it: what it offers to servers has no reactive state.
    resolve: { conditions: ['browser'] },
    // One worker for all files: starting more takes longer than the tests.
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.ts'],
      setupFiles: ['src/lib/english.fixture.ts'],
      isolate: false,
      maxWorkers: 1,
    },
  }),
);
