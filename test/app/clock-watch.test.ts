import { expect, test } from 'vitest'
import { createClockWatch } from '../../src/app/clock-watch.ts'
import { ask } from '../support/ask.ts'
import { captureLog } from '../support/log.ts'
import { serviceForTest } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const NOW = 1_800_000_000

test('a clock that is wrong by minutes is warned of once, and so is its end', () => {
  const { lines, logger } = captureLog()
  let now = NOW
  const note = createClockWatch({ unixSeconds: () => now }, logger)
  const logged = () => lines.splice(0).map(({ level, skewSeconds, msg }) => `${level} ${String(skewSeconds)} ${msg}`)
  note(NOW - 100)
  expect(logged()).toEqual([])
  now += 420
  note(NOW)
  note(NOW + 1)
  expect(logged()).toEqual([expect.stringMatching(/^40 420 the clock .* is 7 minutes ahead of Steam’s: .* set it/)])
  now = NOW
  note(NOW)
  note(NOW + 3_600)
  expect(logged()).toEqual([
    expect.stringMatching(/^30 .* agrees with Steam’s again$/),
    expect.stringMatching(/^40 -3600 the clock .* is 60 minutes behind Steam’s/),
  ])
})

const steam = await useSteam()

test('the answers of Steam tell its time', async () => {
  steam.dial.set('*', { dateSkewSeconds: -600 })
  const service = await serviceForTest({}, steam)
  await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`)
  expect(service.log).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringMatching(/is 10 minutes ahead/) }),
  )
})
