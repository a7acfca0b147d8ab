import { defineConfig } from 'vitest/config'

const SLOW = 'test/**/*.slow.test.ts'
/** Tests of the database, which run on each engine. */
const ON_EACH_ENGINE = 'test/database/*.test.ts'

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/start-postgres.ts', 'test/build-page.ts'],
    restoreMocks: true,
    testTimeout: 15_000,
    maxWorkers: 2,
    provide: { engine: 'SQLite' },
    projects: [
      {
        extends: true,
        // One module graph per worker: loading the modules anew for each file costs more than the tests.
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [SLOW, '**/node_modules/**'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [ON_EACH_ENGINE],
          exclude: [SLOW],
          isolate: false,
          provide: { engine: 'Postgres' },
        },
      },
      { extends: true, test: { name: 'slow', include: [SLOW] } },
    ],
  },
})
