import fc from 'fast-check'
import { numRuns } from './support/num-runs.ts'

/** Equal examples in each run, so that a change is judged by its effect. `FC_SEED=$RANDOM npm test` looks for others. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_121), numRuns: numRuns(100) })
