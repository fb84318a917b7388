import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // None measures time; these only end what is stuck.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['unit/**/*.test.ts'] } },
      // A browser shares the machine with whatever else runs: what fails is tried once more, and the log says so (retry x1).
      // No file keeps in a module what another could find, so a worker loads the client of the browser once, not once a file.
      {
        extends: true,
        test: { name: 'browser', isolate: false, retry: 1, include: ['browser/**/*.test.ts'], globalSetup: ['browser/setup.ts'] },
      },
    ],
  },
});
