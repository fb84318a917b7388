import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['unit/**/*.test.ts', 'browser/**/*.test.ts'],
    // One browser at a time: the machine has two cores. A stuck test ends; none measures time.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 300_000,
  },
});
