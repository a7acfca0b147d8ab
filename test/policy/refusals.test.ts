import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RefusalNotices } from '../../src/model/policy.ts'
import { setAlertChannel } from '../../src/watch/server-settings.ts'
import { noticeStatus } from '../../src/policy/policy-status.ts'
import { readMessage } from '../../src/outbox/messages.ts'
import { planMessages } from '../../src/outbox/plan.ts'
import { noteRefusals, NOTICES, REFUSALS } from '../../src/policy/refusals.ts'
import { setReports } from '../../src/policy/save-terms.ts'
import { dueReports, storedRefusals } from '../support/outbox.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { refusalOf, storePolicy } from '../support/policy-records.ts'
import { toldEvents } from '../support/told-events.ts'
import { ALICE, BOB, MODERATOR, nth, OTHER_SERVER } from '../support/watch-tests.ts'

const DAY = 86_400
const MINUTE = 60
const { guildId } = MODERATOR
/** A day begins. */
const MIDNIGHT = Date.UTC(2026, 4, 4) / 1000
const NOON = MIDNIGHT + DAY / 2

/** A server with a policy, and a channel unless `hasChannel` is false. */
async function open({ notify, hasChannel = true }: { notify?: RefusalNotices; hasChannel?: boolean } = {}) {
  const opened = await openPolicyTest({ time: { now: NOON } })
  const { database, time, context, clock } = opened
  await database.transaction((repositories) => storePolicy(repositories, guildId, notify && { notify }))
  const useChannel = () => setAlertChannel({ database, clock }, { ...MODERATOR, channelId: '7', roleId: null })
  if (hasChannel) await useChannel()
  let refused = 0
  return {
    ...opened,
    useChannel,
    /** Refuses `count` accounts that were not refused before. */
    refuse: (count: number, mode: 'enforce' | 'observe' = 'enforce') =>
      database.transaction((repositories) => {
        const refusal = () => refusalOf({ guildId, steamId: nth(refused++), at: time.now, mode })
        return noteRefusals(repositories, Array.from({ length: count }, refusal))
      }),
    /** The sizes of the messages that are planned now; then they are sent. */
    async plan(): Promise<number[]> {
      await planMessages(database, REFUSALS, time.now)
      return database.transaction(async (repositories) => {
        const { outbox } = repositories
        const sizes: number[] = []
        for (const { id } of await dueReports(repositories)) {
          sizes.push((await outbox.entriesOf(id, z.unknown())).length)
          await outbox.complete(id, time.now)
        }
        return sizes
      })
    },
    status: () => noticeStatus(context, guildId),
  }
}

test('refusals of one account and day are one, with the last reasons, and count those that were enforced', async () => {
  const { database } = await open()
  const reasons = [{ code: 'exception', value: 'deny', limit: null }]
  const note = (parts: Partial<ReturnType<typeof refusalOf>> & object) =>
    database.transaction((repositories) => noteRefusals(repositories, [refusalOf({ guildId, ...parts })]))
  const stored = async () => (await database.read((repositories) => storedRefusals(repositories, guildId, [ALICE])))[0]
  const notes: [parts: object, expected: object][] = [
    [
      { at: NOON, mode: 'observe' },
      { lastAt: NOON, count: 1, mode: 'observe', digest: `${MIDNIGHT} observe` },
    ],
    [
      { at: NOON + 1, mode: 'observe' },
      { count: 2, mode: 'observe' },
    ],
    [
      { at: NOON + 2, version: 2, reasons },
      { count: 1, mode: 'enforce', version: 2, reasons, digest: null },
    ],
    [
      { at: NOON + 3, version: 2 },
      { count: 2, mode: 'enforce' },
    ],
    [
      { at: NOON + 4, version: 3, mode: 'observe' },
      { count: 2, mode: 'enforce', version: 3, digest: null },
    ],
  ]
  for (const [parts, expected] of notes) {
    await note({ steamId: ALICE, ...parts })
    expect(await stored()).toMatchObject({ key: String(MIDNIGHT), createdAt: NOON, ...expected })
  }
  await note({ steamId: ALICE, at: NOON + DAY })
  expect(await stored()).toMatchObject({ key: String(MIDNIGHT + DAY), createdAt: NOON + DAY, count: 1 })
})

test('a notice is a report of its own beside a refusal of that day, due at once, whatever reports are chosen', async () => {
  const { database, plan, status } = await open({ notify: 'daily' })
  const other = OTHER_SERVER.guildId
  await database.transaction((repositories) => storePolicy(repositories, other))
  const batch = [
    { at: NOON, mode: 'notify' },
    { at: NOON + 1, mode: 'observe' },
    { at: NOON + 2, mode: 'notify', version: 2 },
    { at: NOON + 3, mode: 'notify', guildId: other },
    { at: NOON + DAY, steamId: BOB, mode: 'notify' },
  ]
  await database.transaction((repositories) =>
    noteRefusals(
      repositories,
      batch.map((parts) => refusalOf({ guildId, steamId: ALICE, ...parts })),
    ),
  )
  const noticesOf = (server: string) =>
    database.read((repositories) => storedRefusals(repositories, server, [ALICE, BOB], NOTICES.name))
  expect(await noticesOf(guildId)).toMatchObject([
    { key: String(MIDNIGHT), createdAt: NOON, lastAt: NOON + 2, count: 2, mode: 'notify', version: 2, digest: null },
    { steamId: BOB, key: String(MIDNIGHT + DAY), createdAt: NOON + DAY, count: 1 },
  ])
  expect(await noticesOf(other)).toMatchObject([
    { steamId: ALICE, key: String(MIDNIGHT), createdAt: NOON + 3, count: 1 },
  ])
  expect(await status()).toMatchObject({ waiting: 2 })
  expect(await plan()).toEqual([])
  await planMessages(database, NOTICES, NOON + 2)
  const due = await database.read(({ outbox }) => outbox.due(NOTICES.name, NOON + 2, 10))
  expect(due).toHaveLength(2)
})

describe('the events of refusals', () => {
  const VAC = { code: 'maxVacBans' as const, value: 1, limit: 0 }
  const BANNED_HERE = { code: 'banned_here' as const, value: 'aimbot', limit: null }
  const eventOf = (at: number, parts: object = {}) => ({
    type: 'player.refused',
    at,
    by: null,
    object: { steamId: ALICE, mode: 'enforce', firstAt: at, lastAt: at, count: 1, reasons: [VAC], ...parts },
  })
  const note = (database: Awaited<ReturnType<typeof open>>['database'], ...refusals: object[]) =>
    database.transaction((repositories) =>
      noteRefusals(
        repositories,
        refusals.map((parts) => refusalOf({ guildId, steamId: ALICE, ...parts })),
      ),
    )

  test('tell each account once a day, and again when it is refused after it would have been', async () => {
    const { database } = await open()
    await note(database, { at: NOON, mode: 'observe' }, { at: NOON + 1, mode: 'observe' })
    await note(database, { at: NOON + 2, mode: 'observe' })
    await note(database, { at: NOON + 3, reasons: [BANNED_HERE] }, { at: NOON + 4 })
    await note(database, { at: NOON + 5 }, { at: NOON + 6, mode: 'observe' })
    await note(database, { at: NOON + DAY }, { at: NOON + DAY + 1, steamId: BOB }, { at: NOON + DAY + 2 })
    expect(await database.read((all) => toldEvents(all, guildId))).toEqual([
      eventOf(NOON, { mode: 'observe' }),
      eventOf(NOON + 3, { firstAt: NOON, reasons: [BANNED_HERE] }),
      eventOf(NOON + DAY),
      eventOf(NOON + DAY + 1, { steamId: BOB }),
    ])
  })

  test('tell the server that refused, and no notices', async () => {
    const { database } = await open()
    const other = OTHER_SERVER.guildId
    await database.transaction((repositories) => storePolicy(repositories, other))
    await note(database, { at: NOON, mode: 'notify' }, { at: NOON + 1, guildId: other })
    expect(await database.read((all) => toldEvents(all, guildId))).toEqual([])
    expect(await database.read((all) => toldEvents(all, other))).toEqual([eventOf(NOON + 1)])
  })

  test('tell of refusals by bans, also where these are only counted', async () => {
    const { database, context } = await open()
    await setReports(context, { ...MODERATOR, reportsBans: false })
    await note(database, { at: NOON, reasons: [BANNED_HERE] })
    expect(await database.read((all) => toldEvents(all, guildId))).toEqual([eventOf(NOON, { reasons: [BANNED_HERE] })])
  })
})

describe('a policy that changes how refusals are reported', () => {
  test('has those that were not reported come daily', async () => {
    const { context, refuse, plan, time } = await open({ hasChannel: true })
    await refuse(2)
    await refuse(1, 'observe')
    await setReports(context, { ...MODERATOR, notify: 'daily' })
    expect(await plan()).toEqual([])
    time.now = MIDNIGHT + DAY + 5 * MINUTE
    expect(await plan()).toEqual([2, 1])
  })

  test('has those of the last days come at once, but for those in observe', async () => {
    const { context, refuse, plan, useChannel, time } = await open({ notify: 'daily', hasChannel: false })
    await refuse(1)
    time.now += DAY
    await refuse(1)
    await refuse(1, 'observe')
    time.now += DAY
    await refuse(1)
    await setReports(context, { ...MODERATOR, notify: 'each' })
    await useChannel()
    expect(await plan()).toEqual([1, 1, 1, 1])
  })
})

describe('a policy that has each refusal reported', () => {
  test('gets what it would have refused once the day has ended', async () => {
    const { refuse, plan, time } = await open()
    await refuse(2, 'observe')
    await refuse(1)
    expect(await plan()).toEqual([1])
    time.now = MIDNIGHT + DAY + 5 * MINUTE - 1
    expect(await plan()).toEqual([])
    time.now += 1
    expect(await plan()).toEqual([2])
  })
})

test('a policy with daily reports gets a digest for each day and mode', async () => {
  const { refuse, plan, time } = await open({ notify: 'daily' })
  await refuse(2)
  await refuse(1, 'observe')
  expect(await plan()).toEqual([])
  time.now += DAY
  await refuse(3)
  expect(await plan()).toEqual([2, 1])
  expect(await plan()).toEqual([])
  time.now += DAY
  expect(await plan()).toEqual([3])
})

test('without a channel refusals wait for two days, and go out when one is set', async () => {
  const { refuse, plan, status, useChannel, time } = await open({ hasChannel: false })
  await refuse(2)
  time.now += DAY
  await refuse(1)
  expect(await plan()).toEqual([])
  expect(await status()).toEqual({ channelId: null, block: null, waiting: 3 })
  time.now += DAY + 1
  expect(await status()).toMatchObject({ waiting: 1 })
  await useChannel()
  expect(await status()).toEqual({ channelId: '7', block: null, waiting: 1 })
  expect(await plan()).toEqual([1])
  expect(await status()).toMatchObject({ waiting: 0 })
})

test('refusals by own bans are counted in one message a day, unless each is wanted', async () => {
  const { database, context, plan, time } = await open()
  const reasons = [{ code: 'banned_here' as const, value: 'aimbot', limit: null }]
  const refuse = (...steamIds: string[]) =>
    database.transaction((repositories) =>
      noteRefusals(
        repositories,
        steamIds.map((steamId) => refusalOf({ guildId, steamId, at: time.now, reasons })),
      ),
    )
  await refuse(ALICE)
  expect(await plan()).toEqual([1])
  await setReports(context, { ...MODERATOR, reportsBans: false })
  await refuse(BOB, nth(1), BOB)
  expect(await plan()).toEqual([])
  time.now = MIDNIGHT + DAY + 2 * 60 * MINUTE
  expect(await plan()).toEqual([2])
})

test('a message names the reasons by the rules of that time, and the game servers', async () => {
  const { database, time } = await open()
  const reasons = [{ code: 'maxVacBans' as const, value: 1, limit: 0, lastBanDays: 120 }]
  await database.transaction(async (repositories) => {
    const { policies, joins } = repositories
    const { terms } = (await policies.get(guildId)) ?? expect.fail('no policy')
    const saved = { at: 1, userId: MODERATOR.userId }
    const rules = { maxVacBans: 0, banForgottenAfterDays: 365 }
    await policies.saveTerms(guildId, { ...saved, version: 2, terms: { ...terms, rules } })
    await policies.saveTerms(guildId, { ...saved, version: 3, terms: { ...terms, rules: { maxVacBans: 0 } } })
    await noteRefusals(
      repositories,
      [ALICE, BOB].map((steamId) => refusalOf({ guildId, steamId, at: NOON, version: 2, reasons })),
    )
    const join = { guildId, tokenId: 1, verdict: 'deny' as const, mode: 'enforce' as const, version: 2, reasons }
    const unasked = { kind: 'unasked' } as const
    const facts = { steamId: ALICE, bans: unasked, profile: unasked, rustHours: unasked }
    await joins.add(['US', 'EU'].map((tokenName) => ({ ...join, tokenName, steamId: ALICE, at: NOON, facts })))
  })
  await planMessages(database, REFUSALS, time.now)
  const due = await database.read(dueReports)
  const messages = await Promise.all(
    due.map((message) => readMessage(database, REFUSALS, { ...message, channelId: '5' })),
  )
  expect(messages).toMatchObject([
    {
      locale: 'en-US',
      roleId: null,
      shown: [
        {
          steamId: ALICE,
          version: 2,
          reasons: [
            { code: 'maxVacBans', text: '1 VAC ban, last ban 120 days ago (limit: 0; forgotten after 365 days)' },
          ],
          servers: ['EU', 'US'],
        },
      ],
    },
    { shown: [{ steamId: BOB, servers: [] }] },
  ])
})
