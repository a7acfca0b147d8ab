import { expect, onTestFinished, test } from 'vitest'
import { describeStart } from '../../demo/set-up/describe-start.ts'
import { startDemoSteam } from '../../demo/set-up/start-demo-steam.ts'

test("the Steam of the demo starts at today's date", async () => {
  const before = Math.floor(Date.now() / 1000)
  const steam = await startDemoSteam()
  onTestFinished(steam.close)
  expect(steam.world.clock.now()).toBeGreaterThanOrEqual(before)
  expect(steam.world.clock.now()).toBeLessThanOrEqual(Date.now() / 1000)
})

test('the start says what is new, and what a database of the user keeps', () => {
  expect(describeStart(false)).toMatch(
    /^Nothing is kept when the demo ends: messages, .*, watch lists, ban lists, policies/,
  )
  expect(describeStart(true)).toMatch(
    /^Nothing is kept when the demo ends: messages, .*; DATABASE_URL alone keeps watch lists/,
  )
})
