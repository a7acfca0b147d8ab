import type { Steps } from '../src/model/account-text.ts'

/** Rows of a pasted text between which input and painting wait: some 15 ms, on a slow phone 100 ms. */
const STEPS_IN_SLICE = 2_000

/** Does all steps, and lets the browser answer input and paint in between. */
export async function finishInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done) return value
    if (count % STEPS_IN_SLICE === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
