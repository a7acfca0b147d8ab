import { expect, test } from 'vitest'
import { finishInSlices } from '../../page/finish-in-slices.ts'
import type { Steps } from '../../src/lib/steps.ts'

/** Work of so many steps of 10 ms each, by a clock that it moves; it notes before which step other work was done. */
function work(count: number) {
  let nowMs = 0
  const interruptedBefore: number[] = []
  let wasInterrupted = false
  const interrupt = () => setTimeout(() => (wasInterrupted = true), 0)
  function* steps(): Steps<string> {
    for (let step = 0; step < count; step++) {
      if (wasInterrupted) interruptedBefore.push(step)
      wasInterrupted = false
      interrupt()
      nowMs += 10
      yield
    }
    return 'result'
  }
  return { steps: steps(), now: () => nowMs, interruptedBefore }
}

test('long work lets the browser answer after each 40 ms', async () => {
  const { steps, now, interruptedBefore } = work(12)
  expect(await finishInSlices(steps, now)).toBe('result')
  expect(interruptedBefore).toEqual([4, 8])
})

test('short work is done at once', async () => {
  const { steps, now, interruptedBefore } = work(4)
  expect(await finishInSlices(steps, now)).toBe('result')
  expect(interruptedBefore).toEqual([])
})
