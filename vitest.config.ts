import { defineConfig } from 'vitest/config'

const SLOW = 'test/**/*.slow.test.ts'

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/start-postgres.ts'],
    restoreMocks: true,
    testTimeout: 15_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // One module graph per worker: loading the modules anew for each file costs more than the tests.
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [SLOW, '**/node_modules/**'], isolate: false },
      },
      { extends: true, test: { name: 'slow', include: [SLOW] } },
    ],
  },
})
