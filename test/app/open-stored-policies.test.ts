import { expect, onTestFinished, test } from 'vitest'
import { createErrorLog, createRecentFailures } from '../../src/app/app-context.ts'
import { openStoredPolicies } from '../../src/app/open-policies.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { createPolicies } from '../../src/policy/policies.ts'
import { connectionTo, databaseAt, urlForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { NOW } from '../support/fake-context.ts'
import { captureLog } from '../support/log.ts'
import { MODERATOR, nth, OTHER_SERVER } from '../support/watch-tests.ts'

test('the log and the status page name each server whose ban list is damaged, with the row', async () => {
  const url = await urlForTest()
  const database = await databaseAt(url)
  const guildIds = [MODERATOR.guildId, OTHER_SERVER.guildId]
  for (const guildId of guildIds)
    await database.transaction(async ({ guilds, bans }) => {
      await guilds.touch(guildId, 'en-US', NOW)
      const ban = { name: '', reason: '', note: '', until: null, addedBy: '1', addedAt: NOW, importNumber: null }
      await bans.add(
        [1, 2].map((index) => ({ ...ban, guildId, steamId: nth(index) })),
        { now: NOW },
      )
    })
  const db = await connectionTo(url)
  await db('bans')
    .where({ steam_id: nth(2) })
    .update({ steam_id: 'damaged' })
  const clock = createFakeClock()
  const { lines, logger: log } = captureLog()
  const failures = createRecentFailures(clock)
  const reportError = createErrorLog(log, failures.report, () => undefined)
  const part = await openStoredPolicies({
    database,
    policies: createPolicies(clock),
    clock,
    metrics: createMetrics(),
    reportError,
  })
  onTestFinished(() => part.close().then(() => {}))
  expect(guildIds.map((guildId) => part.bans.isKnown(guildId))).toEqual([false, false])
  expect(
    lines.map(({ msg }) =>
      /server (\d+) is damaged: in the table bans, (\w+) of the row with the id (\d+)/.exec(msg)?.slice(1),
    ),
  ).toEqual([
    [guildIds[0], 'steamId', '2'],
    [guildIds[1], 'steamId', '4'],
  ])
  expect(failures.list().toReversed()).toMatchObject(
    guildIds.map((guildId) => ({ level: 'error', code: 'damaged', where: 'bans', guildId })),
  )
})
