import { expect, test } from 'vitest'
import { unplannedAlerts } from '../support/outbox.ts'
import type { Repositories } from '../../src/app/database.ts'
import type { BanRecord } from '../../src/model/ban-record.ts'
import { applyRecords } from '../../src/watch/alerts.ts'
import { ALICE, BOB, GUILD, inDatabase, OTHER_GUILD, watch } from '../support/community.ts'
import { CLEAN_RECORD } from '../support/fake-context.ts'
import { toldEvents } from '../support/told-events.ts'

const VAC: BanRecord = { ...CLEAN_RECORD, NumberOfVACBans: 1 }
const BOTH: BanRecord = { ...VAC, NumberOfGameBans: 1 }

/** Applies the records of a sweep, and notes the checks. */
async function sweep(repositories: Repositories, records: [string, BanRecord][], at: number, sweepId = 1) {
  const applied = await applyRecords(repositories, { records: new Map(records), at, sweepId, areBaselines: true })
  await repositories.accounts.recordChecked(applied.checked, at)
  return applied
}
const alertedIn = async (repositories: Repositories, guildId: string) =>
  (await unplannedAlerts(repositories, guildId)).map(({ steamId, changes }) => [
    steamId,
    changes.map(({ kind }) => kind),
  ])

test('a change alerts the lists that have a baseline, with their own reason', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE], { reason: 'raided us' })
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 1_000)
    await watch(repositories, OTHER_GUILD, [ALICE], { reason: 'their reason' })
    const { changes } = await sweep(repositories, [[ALICE, VAC]], 2_000, 2)
    expect(changes).toMatchObject([{ kind: 'vac', from: 0, to: 1 }])
    await sweep(repositories, [[ALICE, BOTH]], 3_000, 3)
    const [first, second] = await unplannedAlerts(repositories, GUILD)
    expect([first, second]).toMatchObject([
      { steamId: ALICE, reason: 'raided us', createdAt: 2_000, changes: [{ kind: 'vac' }] },
      { steamId: ALICE, reason: 'raided us', createdAt: 3_000, changes: [{ kind: 'game' }] },
    ])
    expect(await unplannedAlerts(repositories, OTHER_GUILD)).toMatchObject([
      { reason: 'their reason', createdAt: 3_000, changes: [{ kind: 'game' }] },
    ])
  }))

/** The events about bans of a server, without those of the watch list. */
const toldChanges = async (repositories: Repositories, guildId = GUILD) =>
  (await toldEvents(repositories, guildId)).filter(({ type }) => type === 'account.ban_changed')

const eventOf = (at: number, ...changes: object[]) => ({
  type: 'account.ban_changed',
  at,
  by: null,
  object: { steamId: ALICE, seenAt: at, changes: changes.map((change) => ({ isLifted: false, ...change })) },
})

test('a change is an event of each server that has a baseline, with the changes that are news for its list', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE, BOB])
    await sweep(
      repositories,
      [
        [ALICE, CLEAN_RECORD],
        [BOB, CLEAN_RECORD],
      ],
      1_000,
    )
    await watch(repositories, OTHER_GUILD, [ALICE])
    await sweep(repositories, [[ALICE, VAC]], 2_000, 2)
    const vac = { kind: 'vac', from: 0, to: 1, when: { after: 985, before: 2_000 } }
    expect(await toldChanges(repositories)).toEqual([eventOf(2_000, vac)])
    expect(await toldChanges(repositories, OTHER_GUILD)).toEqual([])
    await sweep(repositories, [[ALICE, { ...BOTH, CommunityBanned: true }]], 3_000, 3)
    const when = { after: 1_985, before: 3_000 }
    const both = [
      { kind: 'game', from: 0, to: 1, when },
      { kind: 'community', from: false, to: true, when },
    ]
    expect(await toldChanges(repositories)).toEqual([eventOf(2_000, vac), eventOf(3_000, ...both)])
    expect(await toldChanges(repositories, OTHER_GUILD)).toEqual([eventOf(3_000, ...both)])
  }))

/** Lets one list see a ban and a first record without it, and another list only a record without it. */
async function watchDuringLift(repositories: Repositories) {
  await watch(repositories, GUILD, [ALICE])
  await sweep(repositories, [[ALICE, VAC]], 1_000)
  await sweep(repositories, [[ALICE, CLEAN_RECORD]], 2_000, 2)
  await watch(repositories, OTHER_GUILD, [ALICE])
  await applyRecords(repositories, {
    records: new Map([[ALICE, CLEAN_RECORD]]),
    at: 2_500,
    sweepId: null,
    areBaselines: true,
  })
}

test('the end of a ban that a list never knew of is left out of its event and alert, and a new ban stays', () =>
  inDatabase(async (repositories) => {
    await watchDuringLift(repositories)
    await sweep(repositories, [[ALICE, { ...CLEAN_RECORD, NumberOfGameBans: 1 }]], 3_000, 3)
    const kindsIn = async (guildId: string) =>
      (await toldChanges(repositories, guildId)).map(({ object }) =>
        (object as { changes: { kind: string }[] }).changes.map(({ kind }) => kind),
      )
    expect(await kindsIn(GUILD)).toEqual([['game', 'vac']])
    expect(await kindsIn(OTHER_GUILD)).toEqual([['game']])
    expect(await alertedIn(repositories, OTHER_GUILD)).toEqual([[ALICE, ['game']]])
  }))

test('the end of a ban that a list never knew of is no news for it', () =>
  inDatabase(async (repositories) => {
    await watchDuringLift(repositories)
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 3_000, 3)
    expect(await alertedIn(repositories, GUILD)).toEqual([[ALICE, ['vac']]])
    expect(await alertedIn(repositories, OTHER_GUILD)).toEqual([])
    expect(await toldChanges(repositories, OTHER_GUILD)).toEqual([])
  }))

test('a record that was overtaken by a newer one changes nothing', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE])
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 1_000)
    await sweep(repositories, [[ALICE, VAC]], 2_000, 2)
    const before = await repositories.accounts.get([ALICE])
    expect(await sweep(repositories, [[ALICE, CLEAN_RECORD]], 1_999, 2)).toMatchObject({ checked: [], changes: [] })
    expect(await sweep(repositories, [[ALICE, BOTH]], 1_999, 3)).toMatchObject({ checked: [], changes: [] })
    expect(await repositories.accounts.get([ALICE])).toEqual(before)
  }))

test('nor does one that was overtaken by an incomplete record with a change', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [ALICE])
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 1_000)
    const { CommunityBanned: _, ...incomplete } = VAC
    expect(await sweep(repositories, [[ALICE, incomplete]], 2_000, 2)).toMatchObject({ checked: [], changes: [{}] })
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 1_500, 3)
    expect((await repositories.accounts.get([ALICE]))[0]).toMatchObject({ dips: [], checkedAt: 1_000 })
  }))

test('a record after the clock was set back is compared, and the time before it is unknown', () =>
  inDatabase(async (repositories) => {
    const day = 86_400
    await watch(repositories, GUILD, [ALICE])
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 10 * day)
    await sweep(repositories, [[ALICE, CLEAN_RECORD]], 20 * day, 2)
    const banned = { ...CLEAN_RECORD, CommunityBanned: true }
    const { checked, changes } = await sweep(repositories, [[ALICE, banned]], 11 * day, 3)
    expect(checked).toEqual([ALICE])
    expect(changes).toMatchObject([{ kind: 'community', when: { after: 0, before: 11 * day } }])
    expect((await repositories.accounts.get([ALICE]))[0]).toMatchObject({ checkedAt: 11 * day })
    expect(await alertedIn(repositories, GUILD)).toEqual([[ALICE, ['community']]])
  }))

test('accounts that were erased meanwhile are left out', () =>
  inDatabase(async (repositories) => {
    await watch(repositories, GUILD, [BOB])
    const { checked } = await sweep(
      repositories,
      [
        [ALICE, VAC],
        [BOB, VAC],
      ],
      1_000,
    )
    expect(checked).toEqual([BOB])
    expect(await repositories.accounts.get([ALICE])).toEqual([])
  }))
