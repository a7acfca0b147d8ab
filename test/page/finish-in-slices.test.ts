import { expect, test } from 'vitest'
import { finishInSlices } from '../../page/finish-in-slices.ts'
import type { Steps } from '../../src/text/account-list.ts'

/** Work of `count` steps; records before which step other work was done. */
function work(count: number) {
  const interruptedBefore: number[] = []
  let wasInterrupted = false
  const interrupt = () => setTimeout(() => (wasInterrupted = true), 0)
  function* steps(): Steps<string> {
    interrupt()
    for (let step = 0; step < count; step++) {
      if (wasInterrupted) {
        interruptedBefore.push(step)
        wasInterrupted = false
        interrupt()
      }
      yield
    }
    return 'result'
  }
  return { steps: steps(), interruptedBefore }
}

test('long work lets the browser answer after each 2,000 steps', async () => {
  const { steps, interruptedBefore } = work(5_000)
  expect(await finishInSlices(steps)).toBe('result')
  expect(interruptedBefore).toEqual([2_000, 4_000])
})

test('short work is done at once', async () => {
  const { steps, interruptedBefore } = work(500)
  expect(await finishInSlices(steps)).toBe('result')
  expect(interruptedBefore).toEqual([])
})
