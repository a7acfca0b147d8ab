import { expect, onTestFinished, test } from 'vitest'
import { createClockWatch } from '../../src/app/clock-watch.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { ask } from '../support/ask.ts'
import { botWith } from '../support/fake-discord-bot.ts'
import { captureLog } from '../support/log.ts'
import { serviceForTest } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const NOW = 1_800_000_000

/** A watch of a clock that the test sets, and what it has logged. */
function openWatch(isShared = false) {
  const { lines, logger } = captureLog()
  const clock = { now: NOW }
  const unixSeconds = () => clock.now
  const note = createClockWatch({ unixSeconds }, logger, isShared)
  return { clock, note, lines: () => lines.splice(0).map(({ level, skewSeconds, msg }) => [level, skewSeconds, msg]) }
}

test('a clock that is wrong by minutes is warned of once, whoever notices, and so is its end', () => {
  const { clock, note, lines } = openWatch()
  note('Steam', NOW - 100)
  note('Discord', NOW + 100)
  expect(lines()).toEqual([])
  clock.now += 420
  note('Steam', NOW)
  note('Discord', NOW + 1)
  note('Steam', NOW + 2)
  expect(lines()).toEqual([
    [
      40,
      420,
      'the clock of this machine is 7 minutes ahead of Steam’s: times of bans and ends are wrong by as much; set it, with Linux by "timedatectl set-ntp true"',
    ],
  ])
  clock.now = NOW
  note('Steam', NOW)
  expect(lines()).toEqual([])
  note('Discord', NOW)
  expect(lines()).toEqual([[30, undefined, 'the clock of this machine agrees with Discord’s again']])
})

test('a clock that is behind is told from one ahead, and with Postgres it is that of its server', () => {
  const { note, lines } = openWatch(true)
  note('Discord', NOW + 3_600)
  expect(lines()).toEqual([
    [
      40,
      -3_600,
      'the clock of the Postgres server is 60 minutes behind Discord’s: times of bans and ends are wrong by as much; set it there',
    ],
  ])
})

const steam = await useSteam()

test('the answers of Steam and of Discord tell their time', async () => {
  steam.dial.set('*', { dateSkewSeconds: -600 })
  onTestFinished(() => steam.dial.reset())
  const service = await serviceForTest({}, steam)
  await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`)
  expect(service.log).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: expect.stringMatching(/^the clock of this machine is 10 minutes ahead/),
    }),
  )

  const dates: number[] = []
  await botWith({}, { onDate: (date) => dates.push(date) })
  expect(Math.abs(systemClock.unixSeconds() - (dates[0] ?? 0))).toBeLessThan(60)
})
