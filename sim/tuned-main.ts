import { runProgram } from '../src/program.ts'
import { z } from 'zod'
import type { Overrides } from '../src/parts/open-steam.ts'

// The program as `src/main.ts` runs it, for benchmarks and tests that change what no setting changes.
const overrides = z.custom<Overrides>((value) => typeof value === 'object' && value !== null)
await runProgram({
  environment: process.env,
  overrides: overrides.parse(JSON.parse(process.env['RAPSHEET_OVERRIDES'] ?? '{}')),
})
