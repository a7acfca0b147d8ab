import { fileURLToPath } from 'node:url'
import { keepYoungGenerationSmall } from '../src/lib/optimizations/young-generation.ts'
import type { Overrides } from '../src/app/open-steam.ts'

// The program as `src/main.ts` runs it, for benchmarks and tests that change what no setting changes.
keepYoungGenerationSmall()
const { z } = await import('zod')
const { runProgram } = await import('../src/app/program.ts')
const overrides = z.custom<Overrides>((value) => typeof value === 'object' && value !== null)
await runProgram({
  environment: process.env,
  overrides: {
    pageFolder: fileURLToPath(new URL('../page', import.meta.url)),
    listWorker: new URL('../src/bans/formats/list-worker.js', import.meta.url),
    ...overrides.parse(JSON.parse(process.env['RAPSHEET_OVERRIDES'] ?? '{}')),
  },
})
