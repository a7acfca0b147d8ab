/** Work that can pause between two steps, and its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does all steps without a pause. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
