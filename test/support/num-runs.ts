import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether properties are checked with all their examples, as in `npm run test:all`. */
    allExamples: boolean
  }
}

/** The number of examples of a property: `npm test` checks the first tenth of them, and at least 20. */
export const numRuns = (all: number): number => (inject('allExamples') ? all : Math.min(all, Math.max(20, all / 10)))
