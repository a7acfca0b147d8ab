import type { Steps } from '../src/lib/steps.ts'

/** Input and painting wait at most for so long. */
const MAX_SLICE_MS = 40

/** Does all steps, and lets the browser answer input and paint in between. `now` is in ms. */
export async function finishInSlices<Result>(steps: Steps<Result>, now = () => performance.now()): Promise<Result> {
  for (;;) {
    const sliceEndsAt = now() + MAX_SLICE_MS
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (now() < sliceEndsAt)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
