import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Repositories } from '../../../src/app/database.ts'
import type { Message, NewEntry, OutboxRepository } from '../../../src/outbox/database/outbox.ts'
import { ALICE, BOB, CAROL, GUILD, inDatabase, manySteamIds, OTHER_GUILD } from '../../support/community.ts'

const KIND = 'greeting'
const FAR = 4_000_000_000
/** No message has failed for long. */
const LIMITS = { failingSince: 0, maxMessages: 2 }

/** What both sorts of entries have in common, and what tells them apart. */
const SORTS: [name: string, expiresAt: number | null][] = [
  ['never expires', null],
  ['expires', FAR],
]

const entryOf = (parts: Partial<NewEntry> = {}): NewEntry => ({
  kind: KIND,
  guildId: GUILD,
  steamId: ALICE,
  key: '1',
  createdAt: 1_000,
  payload: { text: 'hello' },
  dueAt: 0,
  digest: null,
  expiresAt: null,
  ...parts,
})

/** Two servers with a channel. */
const withServers = (work: (outbox: OutboxRepository, repositories: Repositories) => Promise<void>) =>
  inDatabase(async (repositories) => {
    for (const guildId of [GUILD, OTHER_GUILD]) {
      await repositories.guilds.touch(guildId, 'en-GB', 100)
      await repositories.guilds.setAlertChannel(guildId, { channelId: '5', roleId: null })
    }
    await work(repositories.outbox, repositories)
  })

/** The entry about ALICE at GUILD, with a key. */
const find = (outbox: OutboxRepository, { key = '1' } = {}, payload: z.ZodType = z.unknown()) =>
  outbox.find({ kind: KIND, guildId: GUILD, key, steamIds: [ALICE] }, payload)

const unplanned = (outbox: OutboxRepository, guildId = GUILD, now = 1_000) =>
  outbox.unplanned({ kind: KIND, guildId, now }, 10_000)
const unplannedIds = async (outbox: OutboxRepository, guildId = GUILD, now = 1_000) =>
  (await unplanned(outbox, guildId, now)).map(({ steamId }) => steamId)
const guildsToPlan = (outbox: OutboxRepository, limits = LIMITS, now = 1_000) => outbox.guildsToPlan(KIND, now, limits)
const counts = (outbox: OutboxRepository, guildId?: string, now = 1_000) => outbox.counts(KIND, now, guildId)
const due = (outbox: OutboxRepository, now = FAR, limit = 1_000) => outbox.due(KIND, now, limit)
const dueIds = async (outbox: OutboxRepository, now = FAR, limit = 1_000) =>
  (await due(outbox, now, limit)).map(({ id }) => id)
const accountsOf = async (outbox: OutboxRepository, messageId: number) =>
  (await outbox.entriesOf(messageId, z.unknown())).map(({ steamId }) => steamId)

/** Plans a message of all unplanned entries of a server. */
async function planFor(outbox: OutboxRepository, guildId = GUILD, parts: Partial<Message> = {}): Promise<Message> {
  const entryIds = (await unplanned(outbox, guildId)).map(({ id }) => id)
  const nonce = `${guildId}-${entryIds.join('-')}`
  await outbox.plan(
    { kind: KIND, guildId, channelId: '5', isDigest: false, nonce, createdAt: 1_000, ...parts },
    entryIds,
  )
  const message = (await due(outbox)).find((each) => each.nonce === nonce)
  return message ?? expect.fail('the message was not stored')
}

/** Stores an entry about an account and plans a message of it. */
async function planned(outbox: OutboxRepository, parts: Partial<NewEntry> = {}, message: Partial<Message> = {}) {
  await outbox.put([entryOf(parts)])
  return planFor(outbox, parts.guildId, message)
}

const marksOf = async (outbox: OutboxRepository, guildId = GUILD) =>
  (await unplanned(outbox, guildId)).map(({ steamId, mark }) => [steamId, mark])

describe.each(SORTS)('an entry that %s', (_, expiresAt) => {
  const put = (outbox: OutboxRepository, parts: Partial<NewEntry> = {}) =>
    outbox.put([entryOf({ expiresAt, ...parts })])

  test('waits, the oldest first, until it is planned', () =>
    withServers(async (outbox) => {
      expect(await guildsToPlan(outbox)).toEqual([])
      await put(outbox, { createdAt: 900 })
      await put(outbox, { steamId: BOB, createdAt: 800 })
      await put(outbox, { guildId: OTHER_GUILD, steamId: CAROL })
      const { payload: _payload, dueAt: _dueAt, expiresAt: _expiresAt, ...shown } = entryOf({ createdAt: 900 })
      expect(await unplanned(outbox)).toEqual([
        { ...shown, steamId: BOB, createdAt: 800, id: expect.any(Number), mark: null },
        { ...shown, id: expect.any(Number), mark: null },
      ])
      expect(await guildsToPlan(outbox)).toEqual([GUILD, OTHER_GUILD])
      const { id } = await planFor(outbox)
      expect(await unplanned(outbox)).toEqual([])
      expect(await guildsToPlan(outbox)).toEqual([OTHER_GUILD])
      expect(await accountsOf(outbox, id)).toEqual([BOB, ALICE])
    }))

  test('is one for each server, account and key, and keeps when it was created', () =>
    withServers(async (outbox) => {
      await put(outbox, { mark: null })
      await put(outbox, { createdAt: 5_000, payload: { text: 'again' }, digest: 'x', mark: 'restored' })
      for (const parts of [{ key: '2' }, { steamId: BOB }, { guildId: OTHER_GUILD }, { kind: 'other' }])
        await put(outbox, parts)
      const [entry] = await find(outbox, {}, z.object({ text: z.string() }))
      expect(entry).toMatchObject({ createdAt: 1_000, payload: { text: 'again' }, digest: 'x', mark: null })
      expect(await counts(outbox)).toEqual({ waiting: 4, parked: 0 })
      expect(await find(outbox, { key: '3' })).toEqual([])
    }))

  test('is due from its time on', () =>
    withServers(async (outbox) => {
      await put(outbox, { dueAt: 2_000 })
      expect([await guildsToPlan(outbox, LIMITS, 1_999), await unplannedIds(outbox, GUILD, 1_999)]).toEqual([[], []])
      expect(await counts(outbox, GUILD, 1_999)).toEqual({ waiting: 0, parked: 0 })
      expect(await guildsToPlan(outbox, LIMITS, 2_000)).toEqual([GUILD])
      expect(await unplannedIds(outbox, GUILD, 2_000)).toEqual([ALICE])
    }))

  test('waits until the messages of its server are sent', () =>
    withServers(async (outbox) => {
      await put(outbox)
      const { id } = await planFor(outbox)
      await put(outbox, { steamId: BOB })
      expect(await guildsToPlan(outbox)).toEqual([])
      await outbox.complete(id, 1_100)
      expect(await guildsToPlan(outbox)).toEqual([GUILD])
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 1, parked: 0 })
    }))

  test('does not wait for a few messages that have all been attempted for long', () =>
    withServers(async (outbox) => {
      const guildsAt = (failingSince: number) => guildsToPlan(outbox, { ...LIMITS, failingSince })
      await put(outbox)
      const first = await planFor(outbox)
      await put(outbox, { steamId: BOB })
      expect(await guildsAt(1_000)).toEqual([])
      await outbox.beginAttempt(first, 1_000)
      expect(await guildsAt(999)).toEqual([])
      expect(await guildsAt(1_000)).toEqual([GUILD])
      // Created before the clock was set back.
      expect(await guildsAt(-100_000)).toEqual([GUILD])
      const second = await planFor(outbox, GUILD, { createdAt: 2_000 })
      await outbox.beginAttempt(second, 2_000)
      await put(outbox, { steamId: CAROL })
      expect(await guildsAt(1_999)).toEqual([])
      // There are two already; those of another kind do not count.
      expect(await guildsAt(2_000)).toEqual([])
      expect(await outbox.guildsToPlan('other', 1_000, LIMITS)).toEqual([])
      await put(outbox, { kind: 'other' })
      expect(await outbox.guildsToPlan('other', 1_000, LIMITS)).toEqual([GUILD])
      const messages = [KIND, 'other'].map((kind) => outbox.messageCount(kind, GUILD))
      expect(await Promise.all(messages)).toEqual([2, 0])
    }))

  test('is in a message as one of a thousand, which is completed as a whole', () =>
    withServers(async (outbox) => {
      await outbox.put(manySteamIds(1_000).map((steamId) => entryOf({ expiresAt, steamId })))
      const { id, isDigest } = await planFor(outbox, GUILD, { isDigest: true })
      expect(isDigest).toBe(true)
      expect(await accountsOf(outbox, id)).toHaveLength(1_000)
      await outbox.complete(id, 1_100)
      expect(await due(outbox)).toEqual([])
      expect(await counts(outbox)).toEqual({ waiting: 0, parked: 0 })
    }))

  test('is in no message of another entry, server or kind', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox, { expiresAt })
      const [mine] = await outbox.entriesOf(message.id, z.unknown())
      await put(outbox, { guildId: OTHER_GUILD, steamId: BOB })
      const [theirs] = await unplanned(outbox, OTHER_GUILD)
      await put(outbox, { kind: 'other', steamId: CAROL })
      const [other] = await outbox.unplanned({ kind: 'other', guildId: GUILD, now: 1_000 }, 10)
      const ids = [mine, theirs, other].map((entry) => entry?.id ?? 0)
      await outbox.plan({ ...message, nonce: 'again' }, ids)
      expect(await dueIds(outbox)).toEqual([message.id])
      expect(await accountsOf(outbox, message.id)).toEqual([ALICE])
      expect(await unplannedIds(outbox, OTHER_GUILD)).toEqual([BOB])
    }))

  test('that is forgotten takes the messages without any other with it', () =>
    withServers(async (outbox) => {
      await planned(outbox, { expiresAt })
      await put(outbox, { guildId: OTHER_GUILD })
      await put(outbox, { guildId: OTHER_GUILD, steamId: BOB })
      const theirs = await planFor(outbox, OTHER_GUILD)
      await outbox.forget(GUILD, ALICE)
      expect(await dueIds(outbox)).toEqual([theirs.id])
      await outbox.forget(OTHER_GUILD, ALICE)
      expect(await accountsOf(outbox, theirs.id)).toEqual([BOB])
    }))

  test('can be planned again after a restore', () =>
    withServers(async (outbox) => {
      await planned(outbox, { expiresAt })
      await put(outbox, { steamId: BOB })
      await outbox.markRestored()
      expect(await due(outbox)).toEqual([])
      const mark = expiresAt === null ? 'restored' : null
      expect(await marksOf(outbox)).toEqual([
        [ALICE, mark],
        [BOB, mark],
      ])
    }))
})

describe('a message', () => {
  test('is due at once, then at its next attempt, the longest waiting first', () =>
    withServers(async (outbox) => {
      const first = await planned(outbox)
      const second = await planned(outbox, { guildId: OTHER_GUILD }, { createdAt: 1_001 })
      const fresh = { channelId: '5', uncertainSince: null, attempts: 0, nextAttemptAt: 1_000 }
      expect(first).toMatchObject({ kind: KIND, guildId: GUILD, ...fresh })
      expect(await dueIds(outbox, 999)).toEqual([])
      expect(await dueIds(outbox, 1_001)).toEqual([first.id, second.id])
      expect(await dueIds(outbox, 1_001, 1)).toEqual([first.id])
      expect(await outbox.due('other', FAR, 10)).toEqual([])
      await outbox.beginAttempt(first, 1_001)
      await outbox.retryLater(first.id, 1_060, false)
      expect(await dueIds(outbox, 1_059)).toEqual([second.id])
      expect(await dueIds(outbox, 1_060)).toEqual([second.id, first.id])
    }))

  test('from before the clock was set back is due', () =>
    withServers(async (outbox) => {
      const { id } = await planned(outbox, {}, { createdAt: 100_000 })
      expect(await dueIds(outbox, 99_000)).toEqual([])
      expect(await dueIds(outbox, 10_000)).toEqual([id])
    }))

  test('is not in doubt after an attempt that certainly failed', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox)
      expect(await outbox.beginAttempt(message, 1_010)).toBe(true)
      await outbox.retryLater(message.id, 1_020, false)
      const expected = { ...message, attempts: 1, nextAttemptAt: 1_020, uncertainSince: null }
      expect(await due(outbox, 1_020)).toEqual([expected])
    }))

  test('stays in doubt since the first attempt of unknown outcome, whatever later ones report', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox)
      await outbox.beginAttempt(message, 1_010)
      await outbox.retryLater(message.id, 1_020, true)
      await outbox.beginAttempt({ ...message, attempts: 1 }, 1_021)
      await outbox.retryLater(message.id, 1_030, true)
      await outbox.beginAttempt({ ...message, attempts: 2, channelId: '6' }, 1_031)
      await outbox.retryLater(message.id, 1_040, false)
      const expected = { ...message, channelId: '6', attempts: 3, nextAttemptAt: 1_040, uncertainSince: 1_010 }
      expect(await due(outbox, 1_040)).toEqual([expected])
    }))

  test('is in doubt after an attempt that was never reported, also after the next one', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox)
      await outbox.beginAttempt(message, 1_010)
      expect(await due(outbox, 1_010)).toEqual([{ ...message, attempts: 1, uncertainSince: 1_010 }])
      await outbox.beginAttempt({ ...message, attempts: 1 }, 1_200)
      await outbox.retryLater(message.id, 1_300, false)
      expect(await due(outbox, 1_300)).toMatchObject([{ attempts: 2, uncertainSince: 1_010 }])
    }))

  test('has one attempt for each state, and none after it is gone', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox)
      expect(await outbox.beginAttempt(message, 1_010)).toBe(true)
      expect(await outbox.beginAttempt(message, 1_011)).toBe(false)
      await outbox.complete(message.id, 1_012)
      expect(await outbox.beginAttempt({ ...message, attempts: 1 }, 1_013)).toBe(false)
    }))
})

describe('entries that never expire', () => {
  test('are parked with the messages of their server, and can all be planned again', () =>
    withServers(async (outbox) => {
      await planned(outbox)
      await outbox.put([entryOf({ steamId: BOB })])
      await outbox.put([entryOf({ kind: 'other' })])
      const theirs = await planned(outbox, { guildId: OTHER_GUILD, steamId: CAROL })
      await outbox.holdBackAll(KIND, GUILD)
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 0, parked: 2 })
      expect(await counts(outbox)).toEqual({ waiting: 1, parked: 2 })
      expect(await outbox.counts('other', 1_000)).toEqual({ waiting: 1, parked: 0 })
      expect([await unplanned(outbox), await guildsToPlan(outbox)]).toEqual([[], []])
      expect(await dueIds(outbox)).toEqual([theirs.id])
      expect([await outbox.unpark(GUILD), await outbox.unpark(GUILD)]).toEqual([2, 0])
      expect(await guildsToPlan(outbox)).toEqual([GUILD])
      expect(await marksOf(outbox)).toEqual([
        [ALICE, 'parked'],
        [BOB, 'parked'],
      ])
    }))

  test('say when they are parked whether an attempt may have reached Discord', () =>
    withServers(async (outbox) => {
      await outbox.beginAttempt(await planned(outbox), 1_010)
      const certain = await planned(outbox, { steamId: BOB })
      await outbox.beginAttempt(certain, 1_010)
      await outbox.retryLater(certain.id, 1_020, false)
      const reported = await planned(outbox, { steamId: CAROL })
      await outbox.beginAttempt(reported, 1_010)
      await outbox.retryLater(reported.id, 1_020, true)
      // A doubt stays.
      for (let times = 0; times < 2; times++) {
        await outbox.holdBackAll(KIND, GUILD)
        await outbox.unpark(GUILD)
        expect(await marksOf(outbox)).toEqual([
          [ALICE, 'uncertain'],
          [BOB, 'parked'],
          [CAROL, 'uncertain'],
        ])
      }
    }))

  test('of one message are parked without the others', () =>
    withServers(async (outbox) => {
      const first = await planned(outbox)
      const second = await planned(outbox, { steamId: BOB })
      await outbox.holdBack(first.id)
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 1, parked: 1 })
      expect(await dueIds(outbox)).toEqual([second.id])
    }))

  test('are parked when they are old, with the others of their messages', () =>
    withServers(async (outbox) => {
      await outbox.put([entryOf({ createdAt: 900 })])
      await outbox.put([entryOf({ steamId: BOB, createdAt: 1_100 })])
      await planFor(outbox, GUILD, { isDigest: true, createdAt: 1_100 })
      await outbox.put([entryOf({ steamId: CAROL, createdAt: 1_000 })])
      for (const kind of [KIND, 'other']) await outbox.put([entryOf({ kind, guildId: OTHER_GUILD, createdAt: 999 })])
      await outbox.parkOlderThan(KIND, 1_000)
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 1, parked: 2 })
      expect(await marksOf(outbox)).toEqual([[CAROL, null]])
      expect(await counts(outbox, OTHER_GUILD)).toEqual({ waiting: 0, parked: 1 })
      expect(await outbox.counts('other', 1_000)).toEqual({ waiting: 1, parked: 0 })
      expect(await due(outbox)).toEqual([])
    }))

  test('that were let go again are not parked for their age, but for that of their new message', () =>
    withServers(async (outbox) => {
      await outbox.put([entryOf({ createdAt: 900 })])
      await outbox.parkOlderThan(KIND, 1_000)
      await outbox.unpark(GUILD)
      await outbox.parkOlderThan(KIND, 2_000)
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 1, parked: 0 })
      const { id } = await planFor(outbox, GUILD, { createdAt: 2_000 })
      await outbox.parkOlderThan(KIND, 2_000)
      expect(await dueIds(outbox)).toEqual([id])
      await outbox.parkOlderThan(KIND, 2_001)
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 0, parked: 1 })
    }))

  test('stay parked after a restore, with a graver mark', () =>
    withServers(async (outbox) => {
      await outbox.put([entryOf()])
      await outbox.holdBackAll(KIND, GUILD)
      await outbox.markRestored()
      expect(await counts(outbox, GUILD)).toEqual({ waiting: 0, parked: 1 })
      await outbox.unpark(GUILD)
      expect(await marksOf(outbox)).toEqual([[ALICE, 'restored']])
    }))

  test('are deleted once they were told', () =>
    withServers(async (outbox) => {
      const { id } = await planned(outbox)
      await outbox.complete(id, 1_100)
      expect(await find(outbox)).toEqual([])
    }))

  test('say since when the oldest one waits', () =>
    withServers(async (outbox) => {
      expect(await outbox.oldestWaitingAt(KIND)).toBeNull()
      await outbox.put([entryOf({ createdAt: 700 })])
      await outbox.holdBackAll(KIND, GUILD)
      await outbox.put([entryOf({ kind: 'other', createdAt: 800 })])
      await outbox.put([entryOf({ steamId: BOB, createdAt: 900 })])
      expect(await outbox.oldestWaitingAt(KIND)).toBe(900)
    }))
})

describe('entries that expire', () => {
  const put = (outbox: OutboxRepository, parts: Partial<NewEntry> = {}) =>
    outbox.put([entryOf({ expiresAt: 2_000, ...parts })])

  test('wait for a usable channel, and count as parked until then', () =>
    withServers(async (outbox, { guilds }) => {
      await guilds.touch('3', 'en-GB', 100)
      for (const guildId of ['3', GUILD]) await put(outbox, { guildId })
      expect([await guildsToPlan(outbox), await unplannedIds(outbox, '3')]).toEqual([[GUILD], []])
      expect(await counts(outbox)).toEqual({ waiting: 1, parked: 1 })
      expect(await counts(outbox, '3')).toEqual({ waiting: 0, parked: 1 })
      await guilds.block(GUILD, 'forbidden')
      expect(await guildsToPlan(outbox)).toEqual([])
      expect(await counts(outbox)).toEqual({ waiting: 0, parked: 2 })
    }))

  test('are not told later than that', () =>
    withServers(async (outbox) => {
      await put(outbox)
      await put(outbox, { steamId: BOB })
      await put(outbox, { steamId: BOB, expiresAt: 2_200 })
      expect(await unplannedIds(outbox, GUILD, 2_000)).toEqual([ALICE, BOB])
      expect(await unplannedIds(outbox, GUILD, 2_001)).toEqual([BOB])
      expect(await counts(outbox, GUILD, 2_001)).toEqual({ waiting: 1, parked: 0 })
      expect(await guildsToPlan(outbox, LIMITS, 2_201)).toEqual([])
    }))

  test('stay stored once they were told, or given up, and are counted by when', () =>
    withServers(async (outbox) => {
      await put(outbox)
      await put(outbox, { steamId: CAROL, digest: 'day' })
      await outbox.complete((await planFor(outbox)).id, 2_000)
      await put(outbox)
      const { id } = await planned(outbox, { steamId: BOB, expiresAt: 2_000 })
      expect([await dueIds(outbox), await unplannedIds(outbox)]).toEqual([[id], []])
      expect(await outbox.giveUpOlderThan(KIND, 1_000, 3_000)).toBe(0)
      expect(await outbox.giveUpOlderThan('other', 1_001, 3_000)).toBe(0)
      expect(await outbox.giveUpOlderThan(KIND, 1_001, 3_000)).toBe(1)
      expect(await due(outbox)).toEqual([])
      const told = (from: number, to: number) => outbox.countTold(KIND, GUILD, from, to)
      expect(await Promise.all([told(2_000, 3_000), told(2_001, 3_000), told(2_000, 2_999)])).toEqual([2, 1, 1])
      expect(await counts(outbox)).toEqual({ waiting: 0, parked: 0 })
      expect(await find(outbox)).toMatchObject([{ createdAt: 1_000 }])
    }))

  test('can be planned again once their message is held back, and are not marked', () =>
    withServers(async (outbox) => {
      for (const holdBack of [(id: number) => outbox.holdBack(id), () => outbox.holdBackAll(KIND, GUILD)]) {
        await put(outbox)
        const message = await planFor(outbox)
        await outbox.beginAttempt(message, 1_010)
        await outbox.holdBackAll(KIND, OTHER_GUILD)
        expect(await unplannedIds(outbox)).toEqual([])
        await holdBack(message.id)
        expect(await marksOf(outbox)).toEqual([[ALICE, null]])
      }
      expect(await outbox.unpark(GUILD)).toBe(0)
    }))

  test('that belong to a digest are found without the others, and can be told otherwise', () =>
    withServers(async (outbox) => {
      await put(outbox)
      await put(outbox, { steamId: BOB, digest: 'day', dueAt: 1_500 })
      const digests = async (now: number, limit = 10) =>
        (await outbox.unplanned({ kind: KIND, guildId: GUILD, now, digestsOnly: true }, limit)).map(
          (each) => each.steamId,
        )
      expect([await digests(1_499), await digests(1_500)]).toEqual([[], [BOB]])
      const which = { kind: KIND, guildId: GUILD, key: '1' }
      await outbox.reschedule({ ...which, digest: 'other day' }, { dueAt: 0, digest: null })
      expect(await digests(1_500)).toEqual([BOB])
      await outbox.reschedule({ ...which, digest: 'day' }, { dueAt: 0, digest: null })
      expect(await unplannedIds(outbox)).toEqual([ALICE, BOB])
      await outbox.reschedule({ ...which, digest: null }, { dueAt: 1_500, digest: 'day' })
      expect([await unplannedIds(outbox), await digests(1_500), await digests(1_500, 1)]).toEqual([
        [],
        [ALICE, BOB],
        [ALICE],
      ])
    }))

  test('are deleted after their time, with messages that have no other, and no others', () =>
    withServers(async (outbox) => {
      await planned(outbox, { createdAt: 900, expiresAt: 2_000 })
      const { id } = await planned(outbox, { steamId: BOB, expiresAt: 2_000 })
      await outbox.put([entryOf({ steamId: CAROL, createdAt: 100 })])
      await outbox.deleteExpired(1_000)
      expect(await dueIds(outbox)).toEqual([id])
      expect(await outbox.latest(entryOf(), z.unknown())).toBeUndefined()
      expect(await unplannedIds(outbox)).toEqual([CAROL])
    }))

  test('have a newest one of an account', () =>
    withServers(async (outbox) => {
      for (const createdAt of [900, 1_000, 800]) await put(outbox, { key: String(createdAt), createdAt })
      expect(await outbox.latest(entryOf(), z.unknown())).toMatchObject({ key: '1000' })
      expect(await outbox.latest(entryOf({ steamId: BOB }), z.unknown())).toBeUndefined()
    }))
})

test('a payload that its kind does not know is damage', () =>
  withServers(async (outbox) => {
    await outbox.put([entryOf()])
    await expect(find(outbox, {}, z.object({ text: z.number() }))).rejects.toMatchObject({ problem: 'damaged' })
  }))
