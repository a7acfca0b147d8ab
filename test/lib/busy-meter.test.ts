import { expect, onTestFinished, test } from 'vitest'
import { startBusyMeter } from '../../src/lib/busy-meter.ts'
import { spin } from '../support/spin.ts'

test('the event loop is busy while it hardly rests, and not any more after a rest', async () => {
  const { isBusy, stop } = startBusyMeter()
  onTestFinished(stop)
  expect(isBusy()).toBe(false)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  for (let count = 0; count < 20; count++) {
    spin(20)
    await turn()
  }
  expect(isBusy()).toBe(true)
  await expect.poll(isBusy).toBe(false)
})
