import { expect, test } from 'vitest'
import { POLICY_ACTIONS } from '../../src/model/policy.ts'
import { noteRefusals } from '../../src/policy/refusals.ts'
import { addException } from '../../src/policy/exceptions.ts'
import { saveTerms, setPolicyMode } from '../../src/policy/save-terms.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { forgetAccount } from '../../src/app/forget-account.ts'
import { removeOutdated } from '../../src/app/keep-house.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import { createToolToken } from '../../src/tokens/tokens.ts'
import { rowsOf } from '../support/database.ts'
import { NOW } from '../support/fake-context.ts'
import { fakeWatchContext } from '../support/fake-watch-context.ts'
import { joinOf, refusalOf } from '../support/policy-records.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { ALICE, BOB, failingAt, MODERATOR, OTHER_SERVER } from '../support/watch-tests.ts'

const DAY = 86_400
const exception = { reason: 'appealed', until: null } as const

/** Two servers, both of which know Alice and Bob in every way. */
async function open() {
  const opened = await openPolicyTest()
  const { context, database, clock, stored, path } = opened
  const watchContext = fakeWatchContext(
    database,
    {},
    { clock, policies: stored, steamClock: () => ({ skewSeconds: 0, seenAt: NOW }) },
  )
  for (const actor of [MODERATOR, OTHER_SERVER]) {
    const { guildId } = actor
    for (const steamId of [ALICE, BOB]) {
      await addException(context, { ...actor, ...exception, steamId })
      await database.transaction(async (repositories) => {
        await repositories.joins.add([joinOf({ guildId, steamId, at: NOW })])
        await noteRefusals(repositories, [refusalOf({ guildId, steamId, at: NOW })])
      })
    }
  }
  const tidy = () => removeOutdated(watchContext, { info() {} }, new AbortController().signal)
  const rows = async (table: string) => (await rowsOf(path))[table] ?? []
  return { ...opened, watchContext, tidy, rows }
}

test('a forgotten account is in nothing that the policy of the server has, and stays in that of others', async () => {
  const { watchContext, policies, rows } = await open()
  const { guildId } = MODERATOR
  expect(await forgetAccount(watchContext, { ...MODERATOR, steamId: ALICE })).toEqual({
    wasWatched: false,
    hadException: true,
    ban: 'none',
  })
  expect([...(policies.ofGuild(guildId)?.exceptions.keys() ?? [])]).toEqual([BOB])
  for (const table of ['policy_exceptions', 'joins', 'outbox_entries', 'audit_log']) {
    const about = (await rows(table)).map(({ guild_id, steam_id }) => `${String(guild_id)} ${String(steam_id)}`)
    expect(about).not.toContain(`${guildId} ${ALICE}`)
    expect(about).toEqual(
      expect.arrayContaining([
        `${guildId} ${BOB}`,
        `${OTHER_SERVER.guildId} ${ALICE}`,
        `${OTHER_SERVER.guildId} ${BOB}`,
      ]),
    )
  }
})

test('joins are kept for 48 hours, refusals for a week', async () => {
  const { time, tidy, rows } = await open()
  const counts = async () => [(await rows('joins')).length, (await rows('outbox_entries')).length]
  time.now = NOW + 2 * DAY
  await tidy()
  expect(await counts()).toEqual([4, 4])
  time.now += 1
  await tidy()
  expect(await counts()).toEqual([0, 4])
  time.now = NOW + 7 * DAY
  await tidy()
  expect(await counts()).toEqual([0, 4])
  time.now += 1
  await tidy()
  expect(await counts()).toEqual([0, 0])
})

test('versions are kept for 400 days, and the newest for ever', async () => {
  const { context, time, tidy, rows } = await open()
  await setPolicyMode(context, { ...MODERATOR, mode: 'enforce' })
  time.now = NOW + 400 * DAY
  await tidy()
  expect((await rows('policy_versions')).map(({ version }) => version)).toEqual([1, 1, 2])
  time.now += 1
  await tidy()
  expect((await rows('policy_versions')).map(({ version }) => Number(version)).toSorted((a, b) => a - b)).toEqual([
    1, 2,
  ])
})

test('a replaced token is deleted after a day, and an exception at its end', async () => {
  const { context, time, tidy, rows, database } = await open()
  for (let i = 0; i < 2; i++) await createToken(context, { ...MODERATOR, name: 'EU' })
  await addException(context, { ...MODERATOR, ...exception, steamId: ALICE, until: '1d' })
  time.now += DAY - 1
  await tidy()
  expect(await rows('policy_exceptions')).toHaveLength(4)
  expect(await rows('policy_tokens')).toHaveLength(2)
  time.now += 1
  await tidy()
  expect(await rows('policy_tokens')).toEqual([expect.objectContaining({ replaced_at: null })])
  expect(await rows('policy_exceptions')).toHaveLength(3)
  const [entry] = await database.read(({ audit }) => audit.listOf(MODERATOR.guildId, POLICY_ACTIONS, 1))
  expect(entry).toMatchObject({ action: 'exception_expired', userId: null })
})

test('an expired token of a tool is kept for 90 days', async () => {
  const { time, tidy, rows, watchContext } = await open()
  const tool = { name: 'panel', scopes: ['joins' as const], until: '1d' }
  await createToolToken(watchContext, MODERATOR, tool)
  await createToolToken(watchContext, OTHER_SERVER, { ...tool, until: '2d' })
  time.now += 91 * DAY - 1
  await tidy()
  expect(await rows('tool_tokens')).toHaveLength(2)
  time.now += 1
  await tidy()
  expect(await rows('tool_tokens')).toEqual([expect.objectContaining({ guild_id: OTHER_SERVER.guildId })])
})

const terms = { mode: 'enforce', rules: { maxVacBans: 0 }, onUnknown: {}, actions: {}, appeal: '' } as const
const CHANGES: [name: string, change: (context: ServerContext) => Promise<unknown>][] = [
  ['saveTerms', (context) => saveTerms(context, { ...MODERATOR, terms, fromVersion: 1 })],
  ['setPolicyMode', (context) => setPolicyMode(context, { ...MODERATOR, mode: 'enforce' })],
  ['addException', (context) => addException(context, { ...MODERATOR, ...exception, steamId: BOB, reason: 'x' })],
  ['createToken', (context) => createToken(context, { ...MODERATOR, name: 'EU' })],
  ['forgetAccount', (context) => forgetAccount(context, { ...MODERATOR, steamId: ALICE })],
]

test.each(CHANGES)('%s writes nothing when the database fails, whenever that is', async (_, change) => {
  const { context, watchContext, database, path } = await open()
  await createToken(context, { ...MODERATOR, name: 'EU' })
  const before = await rowsOf(path)
  for (let n = 1; n <= 12; n++) {
    const failing = { ...watchContext, database: failingAt(database, n) }
    await expect(change(failing)).rejects.toThrow('The disk is full.')
    expect(await rowsOf(path)).toEqual(before)
  }
  await change(watchContext)
  expect(await rowsOf(path)).not.toEqual(before)
})
