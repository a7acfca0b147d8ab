import { expect, onTestFinished, test } from 'vitest'
import { startBusyMeter } from '../../src/lib/busy-meter.ts'

test('the event loop is busy while it hardly rests, and not any more after a rest', async () => {
  const { isBusy, stop } = startBusyMeter()
  onTestFinished(stop)
  expect(isBusy()).toBe(false)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  for (let count = 0; count < 20; count++) {
    const until = performance.now() + 20
    while (performance.now() < until);
    await turn()
  }
  expect(isBusy()).toBe(true)
  await expect.poll(isBusy).toBe(false)
})
