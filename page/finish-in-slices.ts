import type { Steps } from '../src/text/account-list.ts'

/** Number of steps in a slice. For rows of a pasted text, a slice takes some 15 ms, on a slow phone 100 ms. */
const STEPS_IN_SLICE = 2_000

/** Does all steps in slices, between which the browser handles input and paints. */
export async function finishInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done) return value
    if (count % STEPS_IN_SLICE === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
