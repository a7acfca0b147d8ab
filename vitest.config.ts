import { accessSync, constants, statfsSync } from 'node:fs'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { writeMessages } from './tools/compile-messages.mjs'
import { pseudoModules } from './tools/messages/pseudo.mjs'

const SLOW = 'test/**/*.slow.test.ts'
/** One way each through the built program, of which `*.slow.test.ts` has the others. */
const SMOKE = 'test/**/*.smoke.test.ts'
/** Tests of the page in a browser, which `npm run test:page` runs. */
const IN_CHROMIUM = 'test/page/**/*.chromium.test.ts'
/** The tests and examples of the packages, and the tests of the page of the simulated Discord in a browser. */
const OF_PACKAGES = 'packages/*/{test,example}/**/*.test.ts'
const OF_PACKAGES_IN_CHROMIUM = 'packages/*/test/**/*.chromium.test.ts'
/** Tests of the samples that need Python and Mono, which `npm run test:samples` runs. */
const WITH_OTHER_LANGUAGES = 'test/**/*.samples.test.ts'
const POSTGRES = ['test/start-postgres.ts']
/** Tests of the database, and of what processes tell each other through it, which run on each engine. */
const ON_EACH_ENGINE = ['test/{database,*/database}/*.test.ts', 'test/accounts/newest-record.test.ts']
/** Tests that draw every message, which are also run in the pseudo-locale, where they find text that is written in code. */
const IN_PSEUDO_LOCALE = ['test/**/*-limits.test.ts', 'test/**/*.pseudo.test.ts']

/** A folder in memory where Linux has one, so that no fast test waits for a disk. */
const MEMORY_FOLDER = '/dev/shm'
/** More than the files of all fast tests; a container often has 64 MB there. */
const NEEDED_BYTES = 512 * 1024 * 1024

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

// The sources import the compiled messages, which git ignores.
if (!writeMessages(import.meta.dirname)) throw new Error('The messages of i18n/*.json have mistakes.')

/** Puts the messages of the pseudo-locale in place of the compiled ones. */
function pseudoLocale(): NonNullable<ViteUserConfig['plugins']>[number] {
  const modules = pseudoModules(import.meta.dirname)
  return {
    name: 'pseudo-locale',
    load: (path) => modules.get(/\/i18n\/compiled\/(.+)$/.exec(path)?.[1] ?? ''),
  }
}

const fastEnvironment = isUsable(MEMORY_FOLDER) ? { TMPDIR: MEMORY_FOLDER } : {}

export default defineConfig(({ mode }) => ({
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/build-page.ts'],
    restoreMocks: true,
    // Generous, because a busy machine stops a process for seconds.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    provide: { engine: 'SQLite', allExamples: mode === 'all', isPseudoLocale: false },
    // vitest reads this file anew for each project, and would forget the mode of the command.
    projects: [
      {
        extends: true,
        // One module graph per worker: loading the modules anew for each file costs more than the tests.
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW, SMOKE, IN_CHROMIUM, 'test/**/*.pseudo.test.ts', WITH_OTHER_LANGUAGES, '**/node_modules/**'],
          globalSetup: POSTGRES,
          isolate: false,
          env: fastEnvironment,
          // What is polled takes microseconds here, and hundreds of tests wait for the start of a bot.
          expect: { poll: { timeout: 10_000, interval: 5 } },
        },
      },
      {
        extends: true,
        plugins: [pseudoLocale()],
        test: {
          name: 'pseudo',
          include: IN_PSEUDO_LOCALE,
          isolate: false,
          provide: { isPseudoLocale: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_EACH_ENGINE,
          exclude: [SLOW],
          globalSetup: POSTGRES,
          isolate: false,
          provide: { engine: 'Postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: [OF_PACKAGES],
          exclude: [OF_PACKAGES_IN_CHROMIUM, '**/node_modules/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'smoke', include: [SMOKE], globalSetup: POSTGRES } },
      { extends: true, test: { name: 'slow', include: [SLOW], globalSetup: POSTGRES } },
      { extends: true, test: { name: 'samples', include: [WITH_OTHER_LANGUAGES] } },
      {
        extends: true,
        // A browser is slow on a busy machine, and a test is a journey of several steps.
        test: {
          name: 'page',
          include: [IN_CHROMIUM, OF_PACKAGES_IN_CHROMIUM],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ].map((project) => ({ mode, ...project })),
  },
}))
