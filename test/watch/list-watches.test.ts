import { expect, test } from 'vitest'
import type { Database } from '../../src/app/database.ts'
import type { BanChange, BanRecord } from '../../src/model/ban-record.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { listWatches } from '../../src/watch/list-watches.ts'
import { cached, CLEAN_RECORD, NOW, summaryOf } from '../support/fake-context.ts'
import { ALICE, BOB, CAROL, MODERATOR, nth, openWatchTest, OTHER_SERVER } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const DAVE = nth(4)
const ALL = { show: 'all', text: '' } as const
const when = { after: NOW, before: NOW + 500 }
const VAC: BanChange = { kind: 'vac', from: 0, to: 1, isLifted: false, when }

/** Stores what a check would have found. */
function observe(database: Database, steamId: SteamId, at: number, record: BanRecord, changes: BanChange[] = []) {
  return database.transaction(async ({ accounts, watches }) => {
    const lastBan = changes.length > 0 ? when : null
    await accounts.addObservation({ steamId, firstSeenAt: at, record, lastBan, changes })
    await accounts.recordChecked([steamId], at)
    await watches.setBaseline([steamId], at)
  })
}

/** Alice is clean, Bob is banned since the baseline, Carol was banned before, Dave was never checked. */
async function openList() {
  const { context, database, time } = await openWatchTest()
  const carol = cached({ ...summaryOf(CAROL), personaname: 'Carol the Cheater', timecreated: null }, 9_999)
  context.staleAnswers.getSummary = async (steamId) => (steamId === CAROL ? carol : undefined)
  const reasons = { [ALICE]: 'aim?', [BOB]: 'walls', [CAROL]: 'toxic', [DAVE]: 'Alt of CHEATER' }
  for (const [steamId, reason] of Object.entries(reasons)) {
    await importWatches(context, { ...MODERATOR, steamIds: [steamId], reason })
    time.now += 10
  }
  await importWatches(context, { ...OTHER_SERVER, steamIds: [nth(9)], reason: 'elsewhere' })
  const banned = { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 0 }
  await observe(database, ALICE, NOW + 100, CLEAN_RECORD)
  await observe(database, BOB, NOW + 100, CLEAN_RECORD)
  await observe(database, BOB, NOW + 500, banned, [VAC])
  await observe(database, CAROL, NOW + 100, { ...banned, DaysSinceLastBan: 50 })
  return context
}

const idsOf = ({ entries }: { entries: { steamId: SteamId }[] }) => entries.map(({ steamId }) => steamId)

test('a list has banned accounts first, the newest ban first, then unknown ones, each with what is known of its account', async () => {
  const list = await listWatches(await openList(), guildId, ALL)
  expect(idsOf(list)).toEqual([BOB, CAROL, DAVE, ALICE])
  expect(list.total).toBe(4)
  const [bob, carol, dave, alice] = list.entries
  expect(dave).toEqual({
    guildId,
    steamId: DAVE,
    addedBy: MODERATOR.userId,
    addedAt: NOW + 30,
    reason: 'Alt of CHEATER',
    until: null,
    baselineAt: null,
    profile: { name: null, isPrivate: null },
    bans: { status: 'unknown', record: null, lastBan: null, checkedAt: null, hasNoRecord: false },
    changedAt: null,
  })
  expect(carol).toMatchObject({
    profile: { name: 'Carol the Cheater', isPrivate: true },
    bans: { status: 'banned' },
    changedAt: null,
  })
  expect(bob).toMatchObject({ bans: { status: 'banned', lastBan: when, checkedAt: NOW + 500 }, changedAt: NOW + 500 })
  expect(alice).toMatchObject({ bans: { status: 'clean', checkedAt: NOW + 100 }, changedAt: null })
})

test('accounts without bans are in the order of a batch: with earlier bans, of a private profile, and the others', async () => {
  const { context, database, time } = await openWatchTest()
  const [lifted, hidden, clean] = [ALICE, BOB, CAROL]
  const hiddenProfile = cached({ ...summaryOf(hidden), timecreated: null }, NOW)
  context.staleAnswers.getSummary = async (steamId) => (steamId === hidden ? hiddenProfile : undefined)
  for (const steamId of [lifted, hidden, clean]) {
    await importWatches(context, { ...MODERATOR, steamIds: [steamId], reason: 'x' })
    await observe(database, steamId, NOW + 100, { ...CLEAN_RECORD, NumberOfVACBans: steamId === lifted ? 1 : 0 })
    time.now += 10
  }
  await observe(database, lifted, NOW + 500, CLEAN_RECORD, [{ ...VAC, from: 1, to: 0, isLifted: true }])
  expect(idsOf(await listWatches(context, guildId, ALL))).toEqual([lifted, hidden, clean])
})
