import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Repositories } from '../../../src/app/database.ts'
import type { Message, NewEntry, OutboxRepository } from '../../../src/outbox/database/outbox.ts'
import { ALICE, BOB, CAROL, GUILD, inDatabase, OTHER_GUILD } from '../../support/community.ts'

const KIND = 'greeting'
const FAR = 4_000_000_000
/** No message has failed for long. */
const LIMITS = { failingSince: 0, maxMessages: 2 }

const entryOf = (parts: Partial<NewEntry> = {}): NewEntry => ({
  kind: KIND,
  guildId: GUILD,
  steamId: ALICE,
  key: '1',
  createdAt: 1_000,
  payload: { text: 'hello' },
  dueAt: 0,
  digest: null,
  expiresAt: FAR,
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
const countDue = (outbox: OutboxRepository, guildId?: string, now = 1_000) => outbox.countDue(KIND, now, guildId)
const due = (outbox: OutboxRepository, now = FAR, limit = 1_000) => outbox.due(KIND, now, limit)
const dueIds = async (outbox: OutboxRepository, now = FAR, limit = 1_000) =>
  (await due(outbox, now, limit)).map(({ id }) => id)
const accountsOf = async (outbox: OutboxRepository, messageId: number) =>
  (await outbox.entriesOf(messageId, z.unknown())).map(({ steamId }) => steamId)

/** Plans a message of all unplanned entries of a server. */
async function planFor(outbox: OutboxRepository, guildId = GUILD, parts: Partial<Message> = {}): Promise<Message> {
  const entryIds = (await unplanned(outbox, guildId)).map(({ id }) => id)
  const nonce = `${guildId}-${entryIds.join('-')}`
  await outbox.plan({ kind: KIND, guildId, nonce, createdAt: 1_000, ...parts }, entryIds)
  const message = (await due(outbox)).find((each) => each.nonce === nonce)
  return message ?? expect.fail('the message was not stored')
}

/** Stores an entry about an account and plans a message of it. */
async function planned(outbox: OutboxRepository, parts: Partial<NewEntry> = {}, message: Partial<Message> = {}) {
  await outbox.put([entryOf(parts)])
  return planFor(outbox, parts.guildId, message)
}

const put = (outbox: OutboxRepository, parts: Partial<NewEntry> = {}) => outbox.put([entryOf(parts)])

describe('an entry', () => {
  test('waits, the oldest first, until it is planned', () =>
    withServers(async (outbox) => {
      expect(await guildsToPlan(outbox)).toEqual([])
      await put(outbox, { createdAt: 900 })
      await put(outbox, { steamId: BOB, createdAt: 800 })
      await put(outbox, { guildId: OTHER_GUILD, steamId: CAROL })
      const { payload: _payload, dueAt: _dueAt, expiresAt: _expiresAt, ...shown } = entryOf({ createdAt: 900 })
      expect(await unplanned(outbox)).toEqual([
        { ...shown, steamId: BOB, createdAt: 800, id: expect.any(Number) },
        { ...shown, id: expect.any(Number) },
      ])
      expect(await guildsToPlan(outbox)).toEqual([GUILD, OTHER_GUILD])
      const { id } = await planFor(outbox)
      expect(await unplanned(outbox)).toEqual([])
      expect(await guildsToPlan(outbox)).toEqual([OTHER_GUILD])
      expect(await accountsOf(outbox, id)).toEqual([BOB, ALICE])
    }))

  test('is one for each server, account and key, and keeps when it was created', () =>
    withServers(async (outbox) => {
      await put(outbox)
      await put(outbox, { createdAt: 5_000, payload: { text: 'again' }, digest: 'x' })
      for (const parts of [{ key: '2' }, { steamId: BOB }, { guildId: OTHER_GUILD }, { kind: 'other' }])
        await put(outbox, parts)
      const [entry] = await find(outbox, {}, z.object({ text: z.string() }))
      expect(entry).toMatchObject({ createdAt: 1_000, payload: { text: 'again' }, digest: 'x' })
      expect(await countDue(outbox)).toBe(4)
      expect(await find(outbox, { key: '3' })).toEqual([])
    }))

  test('waits until the messages of its server are sent', () =>
    withServers(async (outbox) => {
      await put(outbox)
      const { id } = await planFor(outbox)
      await put(outbox, { steamId: BOB })
      expect(await guildsToPlan(outbox)).toEqual([])
      await outbox.complete(id, 1_100)
      expect(await guildsToPlan(outbox)).toEqual([GUILD])
      expect(await countDue(outbox, GUILD)).toBe(1)
    }))

  test('does not wait for a few messages that have all been attempted for long', () =>
    withServers(async (outbox) => {
      const guildsAt = (failingSince: number) => guildsToPlan(outbox, { ...LIMITS, failingSince })
      await put(outbox)
      const first = await planFor(outbox)
      await put(outbox, { steamId: BOB })
      expect(await guildsAt(1_000)).toEqual([])
      await outbox.beginAttempt(first)
      expect(await guildsAt(999)).toEqual([])
      expect(await guildsAt(1_000)).toEqual([GUILD])
      // Created before the clock was set back.
      expect(await guildsAt(-100_000)).toEqual([GUILD])
      const second = await planFor(outbox, GUILD, { createdAt: 2_000 })
      await outbox.beginAttempt(second)
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

  test('is in no message of another entry, server or kind', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox)
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
      await planned(outbox)
      await put(outbox, { guildId: OTHER_GUILD })
      await put(outbox, { guildId: OTHER_GUILD, steamId: BOB })
      const theirs = await planFor(outbox, OTHER_GUILD)
      await outbox.forget(GUILD, ALICE)
      expect(await dueIds(outbox)).toEqual([theirs.id])
      await outbox.forget(OTHER_GUILD, ALICE)
      expect(await accountsOf(outbox, theirs.id)).toEqual([BOB])
    }))

  test('that was due is dropped by a restore, and one that was sent stays', () =>
    withServers(async (outbox) => {
      await outbox.complete((await planned(outbox)).id, 1_100)
      await planned(outbox, { steamId: BOB })
      await put(outbox, { steamId: CAROL })
      await put(outbox, { key: '2', dueAt: 5_000 })
      expect(await outbox.dropDue(2_000)).toBe(2)
      expect(await due(outbox)).toEqual([])
      expect(await unplannedIds(outbox, GUILD, 5_000)).toEqual([ALICE])
      // What was due stays as told, so that it is still listed and not told again.
      expect(await find(outbox)).toHaveLength(1)
      expect(
        await outbox.find({ kind: KIND, guildId: GUILD, key: '1', steamIds: [BOB, CAROL] }, z.unknown()),
      ).toHaveLength(2)
    }))

  test('waits for a channel, and counts among those of all servers once it can be used', () =>
    withServers(async (outbox, { guilds }) => {
      await guilds.touch('3', 'en-GB', 100)
      for (const guildId of ['3', GUILD]) await put(outbox, { guildId, createdAt: guildId === GUILD ? 900 : 800 })
      expect(await guildsToPlan(outbox)).toEqual([GUILD])
      expect([await countDue(outbox), await countDue(outbox, '3')]).toEqual([1, 1])
      expect(await outbox.oldestDueAt(KIND, 1_000)).toBe(900)
      // A refused channel is tried again.
      await guilds.set(GUILD, { alertBlock: 'forbidden' })
      expect(await guildsToPlan(outbox)).toEqual([GUILD])
      expect([await countDue(outbox), await countDue(outbox, GUILD)]).toEqual([0, 1])
      expect(await outbox.oldestDueAt(KIND, 1_000)).toBeNull()
    }))

  test('is not told later than it expires', () =>
    withServers(async (outbox) => {
      await put(outbox, { expiresAt: 2_000 })
      await put(outbox, { steamId: BOB, expiresAt: 2_000 })
      await put(outbox, { steamId: BOB, expiresAt: 2_200 })
      expect(await unplannedIds(outbox, GUILD, 2_000)).toEqual([ALICE, BOB])
      expect(await unplannedIds(outbox, GUILD, 2_001)).toEqual([BOB])
      expect(await countDue(outbox, GUILD, 2_001)).toBe(1)
      expect(await guildsToPlan(outbox, LIMITS, 2_201)).toEqual([])
    }))

  test('stays stored once it was told, and is counted by when', () =>
    withServers(async (outbox) => {
      await put(outbox)
      await put(outbox, { steamId: CAROL, digest: 'day' })
      await outbox.complete((await planFor(outbox)).id, 2_000)
      await put(outbox)
      expect([await due(outbox), await unplannedIds(outbox)]).toEqual([[], []])
      const told = (from: number, to: number) => outbox.countTold(KIND, GUILD, from, to)
      expect(await Promise.all([told(2_000, 3_000), told(2_001, 3_000)])).toEqual([1, 0])
      expect(await countDue(outbox)).toBe(0)
      expect(await find(outbox)).toMatchObject([{ createdAt: 1_000 }])
    }))
})

describe('a message', () => {
  test('is due at once, then at its next attempt, the longest waiting first', () =>
    withServers(async (outbox) => {
      const first = await planned(outbox)
      const second = await planned(outbox, { guildId: OTHER_GUILD }, { createdAt: 1_001 })
      const fresh = { attempts: 0, nextAttemptAt: 1_000 }
      expect(first).toMatchObject({ kind: KIND, guildId: GUILD, ...fresh })
      expect(await dueIds(outbox, 999)).toEqual([])
      expect(await dueIds(outbox, 1_001)).toEqual([first.id, second.id])
      expect(await dueIds(outbox, 1_001, 1)).toEqual([first.id])
      expect(await outbox.due('other', FAR, 10)).toEqual([])
      await outbox.beginAttempt(first)
      await outbox.retryLater(first.id, 1_060)
      expect(await dueIds(outbox, 1_059)).toEqual([second.id])
      expect(await dueIds(outbox, 1_060)).toEqual([second.id, first.id])
    }))

  test('from before the clock was set back is due', () =>
    withServers(async (outbox) => {
      const { id } = await planned(outbox, {}, { createdAt: 100_000 })
      expect(await dueIds(outbox, 99_000)).toEqual([])
      expect(await dueIds(outbox, 10_000)).toEqual([id])
    }))

  test('has one attempt for each state, and none after it was postponed or is gone', () =>
    withServers(async (outbox) => {
      const message = await planned(outbox)
      expect(await outbox.beginAttempt(message)).toBe(true)
      expect(await outbox.beginAttempt(message)).toBe(false)
      const attempted = { ...message, attempts: 1 }
      expect(await due(outbox)).toEqual([attempted])
      await outbox.retryLater(message.id, 1_020)
      expect(await outbox.beginAttempt(attempted)).toBe(false)
      expect(await due(outbox, 1_020)).toEqual([{ ...attempted, nextAttemptAt: 1_020 }])
      await outbox.complete(message.id, 1_030)
      expect(await outbox.beginAttempt({ ...attempted, nextAttemptAt: 1_020 })).toBe(false)
    }))

  test('is postponed with all others of its server', () =>
    withServers(async (outbox) => {
      await planned(outbox)
      await planned(outbox, { steamId: BOB })
      const theirs = await planned(outbox, { guildId: OTHER_GUILD })
      await outbox.retryAll(GUILD, 2_000)
      expect(await dueIds(outbox, 1_999)).toEqual([theirs.id])
      expect(await dueIds(outbox, 2_000)).toHaveLength(3)
    }))

  test('is given up once all its entries have expired', () =>
    withServers(async (outbox) => {
      await put(outbox, { expiresAt: 2_000 })
      const { id } = await planned(outbox, { steamId: BOB, expiresAt: 2_100 }, {})
      const { id: lasting } = await planned(outbox, { steamId: CAROL })
      expect(await outbox.giveUpExpired(KIND, 2_100)).toBe(0)
      expect(await outbox.giveUpExpired('other', 2_101)).toBe(0)
      expect(await dueIds(outbox)).toEqual([id, lasting])
      expect(await outbox.giveUpExpired(KIND, 2_101)).toBe(1)
      expect(await dueIds(outbox)).toEqual([lasting])
    }))
})

describe('entries', () => {
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

  test('are deleted after their time once they were told or have expired, with messages that have no other', () =>
    withServers(async (outbox) => {
      await planned(outbox, { createdAt: 900, expiresAt: 2_000 })
      const { id } = await planned(outbox, { steamId: BOB, createdAt: 900 })
      await put(outbox, { key: 'told', createdAt: 900 })
      await outbox.complete((await planFor(outbox)).id, 1_100)
      await outbox.deleteOld(900, 2_001)
      expect(await dueIds(outbox)).toHaveLength(2)
      await outbox.deleteOld(901, 2_001)
      expect(await dueIds(outbox)).toEqual([id])
      expect(await outbox.latest(entryOf(), z.unknown())).toBeUndefined()
    }))
})

test('a payload that its kind does not know is damage', () =>
  withServers(async (outbox) => {
    await outbox.put([entryOf()])
    await expect(find(outbox, {}, z.object({ text: z.number() }))).rejects.toMatchObject({ problem: 'damaged' })
  }))
