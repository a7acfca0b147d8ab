import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Verdict } from '../../src/model/verdict.ts'
import { WATCHED_JOINS } from '../../src/watch/joins.ts'
import { watch } from '../support/community.ts'
import { storePolicy, vacFactsOf } from '../support/policy-records.ts'
import { createErrorLog, createRecentFailures } from '../../src/app/app-context.ts'
import { openStoredPolicies } from '../../src/app/open-policies.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { createPolicies } from '../../src/policy/policies.ts'
import { connectionTo, databaseAt, urlForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { NOW } from '../support/fake-context.ts'
import { captureLog } from '../support/log.ts'
import { MODERATOR, nth, OTHER_SERVER } from '../support/watch-tests.ts'

test('a watched account that a rule refuses is reported with the reason in the language of the server', async () => {
  const database = await databaseAt(await urlForTest())
  const clock = createFakeClock()
  const policies = createPolicies(clock)
  const part = await openStoredPolicies({
    database,
    policies,
    clock,
    metrics: createMetrics(),
    reportError: (where, error) => expect.fail(`${where}: ${String(error)}`),
  })
  onTestFinished(() => part.close().then(() => {}))
  const { guildId } = MODERATOR
  await database.transaction(async (repositories) => {
    await storePolicy(repositories, guildId)
    await watch(repositories, guildId, [nth(1)])
    await repositories.guilds.touch(guildId, 'de', NOW)
  })
  await part.policies.load()
  const policy = part.policies.ofGuild(guildId) ?? expect.fail('there is no policy')
  const verdict = {
    steamId: nth(1),
    verdict: 'deny',
    reasons: [{ code: 'maxVacBans', value: 1, limit: 0, text: '' }],
    unknown: [],
    until: null,
    mode: 'enforce',
    policy,
    checkedAt: NOW,
    stale: false,
  } satisfies Verdict
  const grant = { key: 'x', guildId, tokenId: 1, tokenName: 'EU', policy }
  part.recordJoin(grant, { verdict, facts: vacFactsOf(nth(1), 1, NOW) })
  await part.close()
  const payload = z.object({ why: z.array(z.string()) })
  const told = await database.read(({ outbox }) =>
    outbox.find({ kind: WATCHED_JOINS.name, guildId, steamIds: [nth(1)] }, payload),
  )
  expect(told.map(({ payload: { why } }) => why)).toEqual([['1 VAC-Ban, letzter Ban heute (erlaubt: 0)']])
})

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
  expect(guildIds.map((guildId) => part.bans.find(guildId, nth(99)))).toEqual(['unknown', 'unknown'])
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
