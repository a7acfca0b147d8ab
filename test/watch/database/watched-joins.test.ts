import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Repositories } from '../../../src/app/database.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { noteWatchedJoins, WATCHED_JOINS, type StoredJoin } from '../../../src/watch/joins.ts'
import {
  ALICE,
  BOB,
  CAROL,
  GUILD,
  inDatabase,
  MODERATOR,
  observationOf,
  OTHER_GUILD,
  watch,
} from '../../support/community.ts'
import { toldEvents } from '../../support/told-events.ts'

const HOUR = 3_600
const NOON = 1_000_000
/** Later than anything that the tests do. */
const FAR = 4_000_000_000

const joinOf = (parts: Partial<StoredJoin> = {}): StoredJoin => ({
  guildId: GUILD,
  steamId: ALICE,
  tokenName: 'EU Main',
  at: NOON,
  verdict: 'allow',
  mode: 'enforce',
  reasons: [],
  ...parts,
})

/** When which account was stored for which game server, oldest first. */
async function storedOf({ outbox }: Repositories, guildId = GUILD, steamIds: readonly SteamId[] = [ALICE, BOB]) {
  const payload = z.object({ tokenName: z.string() })
  const entries = await outbox.find({ kind: WATCHED_JOINS.name, guildId, steamIds }, payload)
  return entries
    .map(({ steamId, createdAt, payload: { tokenName } }) => ({ steamId, at: createdAt, tokenName }))
    .toSorted((a, b) => a.at - b.at || a.steamId.localeCompare(b.steamId))
}

/** Plans all messages of a server, and reads them. */
async function readAll(repositories: Repositories, now = NOON) {
  const { outbox } = repositories
  const entries = await outbox.unplanned({ kind: WATCHED_JOINS.name, guildId: GUILD, now }, 1_000)
  const message = { kind: WATCHED_JOINS.name, guildId: GUILD, nonce: 'n' }
  await outbox.plan(
    { ...message, createdAt: now },
    entries.map(({ id }) => id),
  )
  const [planned] = await outbox.due(WATCHED_JOINS.name, FAR, 10)
  return planned && WATCHED_JOINS.read(repositories, planned, 'de')
}

test('the join of a watched account is stored for the servers that watch it, with its entry and what was decided', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE], { reason: 'alt of raider', addedAt: 7 })
    await watch(repositories, OTHER_GUILD, [BOB])
    await repositories.guilds.setAlertChannel(GUILD, { channelId: '5', roleId: null })
    const joins = [
      joinOf({ verdict: 'deny', mode: 'observe' }),
      joinOf({ steamId: BOB }),
      joinOf({ steamId: ALICE, guildId: OTHER_GUILD }),
      joinOf({ steamId: CAROL }),
    ]
    await noteWatchedJoins(repositories, joins, ({ verdict }) => (verdict === 'deny' ? ['1 VAC ban'] : []))
    expect(await storedOf(repositories, OTHER_GUILD)).toEqual([])
    const entry = { addedBy: MODERATOR, addedAt: 7, reason: 'alt of raider' }
    const bans = { status: 'unknown', record: null, lastBan: null, checkedAt: null, hasNoRecord: false }
    expect(await readAll(repositories)).toEqual([
      {
        steamId: ALICE,
        createdAt: NOON,
        tokenName: 'EU Main',
        verdict: 'deny',
        mode: 'observe',
        why: ['1 VAC ban'],
        ...entry,
        bans,
      },
    ])
  }))

test('an account is reported once for each game server in twelve hours, counted from the last report', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE])
    const ask = (at: number, tokenName = 'EU Main') => noteWatchedJoins(repositories, [joinOf({ at, tokenName })])
    await ask(NOON)
    await ask(NOON + 1)
    await ask(NOON + 5 * HOUR, 'US Main')
    await ask(NOON + 12 * HOUR - 1)
    // Another process stores a join later that happened earlier.
    await ask(NOON - 1)
    await ask(NOON + 12 * HOUR)
    await ask(NOON + 13 * HOUR)
    await ask(NOON + 13 * HOUR, 'US Main')
    expect(await storedOf(repositories)).toEqual([
      { steamId: ALICE, at: NOON, tokenName: 'EU Main' },
      { steamId: ALICE, at: NOON + 5 * HOUR, tokenName: 'US Main' },
      { steamId: ALICE, at: NOON + 12 * HOUR, tokenName: 'EU Main' },
    ])
  }))

const eventOf = (at: number, parts: object = {}) => ({
  type: 'account.joined',
  at,
  by: null,
  object: { steamId: ALICE, at, gameServer: 'EU Main', verdict: 'allow', mode: 'enforce', reasons: [], ...parts },
})
/** The events about joins of a server, without those of the watch list. */
const toldJoins = async (repositories: Repositories, guildId = GUILD) =>
  (await toldEvents(repositories, guildId)).filter(({ type }) => type === 'account.joined')

test('each join that is reported is an event with what was decided, once for each game server in twelve hours', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE])
    await watch(repositories, OTHER_GUILD, [ALICE])
    const reasons = [{ code: 'maxVacBans' as const, value: 1, limit: 0 }]
    await noteWatchedJoins(repositories, [
      joinOf({ verdict: 'deny', mode: 'observe', reasons }),
      joinOf({ at: NOON + 1 }),
      joinOf({ at: NOON + 2, steamId: BOB }),
      joinOf({ at: NOON + 3, guildId: OTHER_GUILD }),
    ])
    await noteWatchedJoins(repositories, [joinOf({ at: NOON + 4 }), joinOf({ at: NOON + 5, tokenName: 'US Main' })])
    await noteWatchedJoins(repositories, [joinOf({ at: NOON + 12 * HOUR })])
    expect(await toldJoins(repositories)).toEqual([
      eventOf(NOON, { verdict: 'deny', mode: 'observe', reasons }),
      eventOf(NOON + 5, { gameServer: 'US Main' }),
      eventOf(NOON + 12 * HOUR),
    ])
    expect(await toldJoins(repositories, OTHER_GUILD)).toEqual([eventOf(NOON + 3)])
  }))

test('an entry whose end has passed is not reported', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE], { until: NOON })
    await watch(repositories, OTHER_GUILD, [ALICE], { until: NOON + 1 })
    await noteWatchedJoins(repositories, [joinOf(), joinOf({ guildId: OTHER_GUILD })])
    expect(await storedOf(repositories)).toEqual([])
    expect(await storedOf(repositories, OTHER_GUILD)).toHaveLength(1)
  }))

test('a server that wants no reports of joins gets none, and what waits is dropped', () =>
  inDatabase(async (repositories) => {
    const { guilds } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    const channel = { channelId: '5', roleId: null }
    await guilds.setAlertChannel(GUILD, channel)
    await noteWatchedJoins(repositories, [joinOf()])
    await guilds.setAlertChannel(GUILD, { ...channel, reportsJoins: false })
    await noteWatchedJoins(repositories, [joinOf({ steamId: BOB })])
    expect(await storedOf(repositories)).toHaveLength(1)
    expect(await toldJoins(repositories)).toEqual([eventOf(NOON)])
    expect(await readAll(repositories)).toEqual([])
    // Setting the channel without this choice leaves the choice.
    await guilds.setAlertChannel(GUILD, channel)
    expect(await guilds.get(GUILD)).toMatchObject({ reportsJoins: false })
    await guilds.setAlertChannel(GUILD, { ...channel, reportsJoins: true })
    expect(await guilds.get(GUILD)).toMatchObject({ reportsJoins: true })
  }))

test('a message has the newest bans, and the earlier ones that Steam no longer reports', () =>
  inDatabase(async (repositories) => {
    const { accounts, guilds } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await guilds.setAlertChannel(GUILD, { channelId: '5', roleId: null })
    await noteWatchedJoins(repositories, [joinOf(), joinOf({ steamId: BOB })])
    const { record } = observationOf(ALICE, 0)
    const banned = { ...record, NumberOfVACBans: 1 }
    await accounts.addObservation(observationOf(ALICE, 500, { record: banned }))
    await accounts.addObservation(observationOf(BOB, 500, { record: banned }))
    await accounts.addObservation(observationOf(BOB, 600, { record }))
    const content = await readAll(repositories)
    expect(content).toMatchObject([
      { steamId: ALICE, bans: { status: 'banned', record: banned } },
      { steamId: BOB, bans: { status: 'clean', record }, earlier: { newest: record, bans: { vac: 1 } } },
    ])
    expect(content?.[0]?.earlier).toBeUndefined()
  }))
