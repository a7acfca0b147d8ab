import { setImmediate } from 'node:timers/promises'

/** Time in which steps follow one another without a pause. */
const SLICE_MS = 2

/** Does all steps of a generator in short slices, between which other work is done; rejects when the signal aborts. */
export async function finishInSlices<Step, Result>(
  steps: Iterator<Step, Result>,
  signal: AbortSignal,
  onStep: (step: Step) => void = () => {},
): Promise<Result> {
  let end = performance.now() + SLICE_MS
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    onStep(value)
    if (performance.now() < end) continue
    await setImmediate()
    signal.throwIfAborted()
    end = performance.now() + SLICE_MS
  }
}
