import { describe, expect, test } from 'vitest'
import { NEW_POLICY_TERMS, type RuleActions, type Rules } from '../../src/model/policy.ts'
import type { Facts } from '../../src/model/facts.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { addException } from '../../src/policy/exceptions.ts'
import { previewTerms } from '../../src/policy/preview-terms.ts'
import { saveTerms } from '../../src/policy/save-terms.ts'
import { importWatches } from '../../src/watch/import-watches.ts'
import { CLEAN_RECORD, NOW } from '../support/fake-context.ts'
import { fakeWatchContext } from '../support/fake-watch-context.ts'
import { known } from '../support/policies.ts'
import { joinOf, vacFactsOf } from '../support/policy-records.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { ALICE, BOB, CAROL, MODERATOR, nth } from '../support/watch-tests.ts'

const DAY = 86_400
const { guildId } = MODERATOR
const termsOf = (rules: Rules) => ({ ...NEW_POLICY_TERMS, rules })

/** A policy that refuses two VAC bans or more. */
async function open() {
  const opened = await openPolicyTest()
  const { context, database } = opened
  await saveTerms(context, { ...MODERATOR, terms: termsOf({ maxVacBans: 1 }), fromVersion: 0 })
  const join = (facts: Facts, at: number) =>
    database.transaction(({ joins }) => joins.add([joinOf({ guildId, steamId: facts.steamId, at, facts })]))
  const preview = (rules: Rules, actions: RuleActions = {}) =>
    previewTerms(context, guildId, { ...termsOf(rules), actions })
  return { ...opened, join, preview }
}

describe('the joins of the last day', () => {
  test('are judged by the terms in use and by the edited ones, each account once', async () => {
    const { join, preview, context } = await open()
    await join(vacFactsOf(ALICE, 0), NOW - 200)
    await join(vacFactsOf(ALICE, 1), NOW - 100)
    await join(vacFactsOf(BOB, 2), NOW - DAY)
    await join(vacFactsOf(CAROL, 5), NOW - DAY - 1)
    await join(vacFactsOf(nth(1), 3), NOW)
    await addException(context, { ...MODERATOR, steamId: nth(1), reason: 'appealed', until: null })
    const { joins } = await preview({ maxVacBans: 0 })
    expect(joins).toEqual({
      before: { deny: 1, allow: 2, unknown: 0, reported: 0 },
      after: { deny: 2, allow: 1, unknown: 0, reported: 0 },
      newlyRefused: [
        { steamId: ALICE, reasons: [{ code: 'maxVacBans', value: 1, limit: 0, lastBanDays: expect.any(Number) }] },
      ],
    })
  })

  test('are left out while the server has banned the account, and where a ban has refused the join', async () => {
    const { join, preview, context, database } = await open()
    await join(vacFactsOf(ALICE, 1), NOW)
    await join(vacFactsOf(BOB, 1), NOW)
    const reasons = [{ code: 'banned_here' as const, value: 'aimbot', limit: null }]
    const byBan = joinOf({ guildId, steamId: CAROL, at: NOW, facts: vacFactsOf(CAROL, 1), verdict: 'deny', reasons })
    await database.transaction(({ joins }) => joins.add([byBan]))
    const typed = { reason: 'aimbot', note: '', until: '' }
    const accounts = [{ steamId: BOB, name: '' }]
    await banAccounts(context, { ...MODERATOR, accounts, typed, replaces: false, replacesExceptions: false })
    expect((await preview({ maxVacBans: 0 })).joins).toMatchObject({
      before: { deny: 0, allow: 1, unknown: 0 },
      newlyRefused: [{ steamId: ALICE }],
    })
  })

  test('are judged as of then: an account that was too young stays so', async () => {
    const { join, preview } = await open()
    const facts = vacFactsOf(ALICE, 0)
    const createdAt = NOW - 10 * DAY
    await join({ ...facts, profile: known({ isPrivate: false, isConfigured: true, createdAt }, NOW) }, NOW - 100)
    expect((await preview({ minAccountAgeDays: 10 })).joins.after).toEqual({
      deny: 1,
      allow: 0,
      unknown: 0,
      reported: 0,
    })
    expect((await preview({ minAccountAgeDays: 9 })).joins.after).toEqual({
      deny: 0,
      allow: 1,
      unknown: 0,
      reported: 0,
    })
  })

  test('are counted as reported by rules that notify, and not as undecided by what these need', async () => {
    const { join, preview } = await open()
    await join({ ...vacFactsOf(ALICE, 0), rustHours: known({ kind: 'hours', hours: 5 }, NOW) }, NOW)
    await join({ ...vacFactsOf(BOB, 2), rustHours: known({ kind: 'hours', hours: 5 }, NOW) }, NOW)
    await join(vacFactsOf(CAROL, 0), NOW)
    const rules = { maxVacBans: 1, minRustHours: 10 }
    const { joins } = await preview(rules, { minRustHours: 'notify' })
    expect(joins.before).toEqual({ deny: 1, allow: 2, unknown: 0, reported: 0 })
    expect(joins.after).toEqual({ deny: 1, allow: 2, unknown: 0, reported: 2 })
    expect(joins.newlyRefused).toEqual([])
  })

  test('may be thousands; five are named, newest first', async () => {
    const { database, preview } = await open()
    const many = Array.from({ length: 2_000 }, (_, i) =>
      joinOf({ guildId, steamId: nth(i), at: NOW - 2_000 + i, facts: vacFactsOf(nth(i), i % 2) }),
    )
    await database.transaction(({ joins }) => joins.add(many))
    const { joins } = await preview({ maxVacBans: 0 })
    expect(joins.after).toEqual({ deny: 1_000, allow: 1_000, unknown: 0, reported: 0 })
    expect(joins.newlyRefused.map(({ steamId }) => steamId)).toEqual([1_999, 1_997, 1_995, 1_993, 1_991].map(nth))
  })
})

describe('the watch list', () => {
  test('is judged by its known bans, and what it does not know is unknown', async () => {
    const { database, preview, clock } = await open()
    const watchContext = fakeWatchContext(database, {}, { clock })
    await importWatches(watchContext, { ...MODERATOR, steamIds: [ALICE, BOB, CAROL, nth(1), nth(2)], reason: 'x' })
    const banned = { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 100 }
    const at = NOW - 300 * DAY
    const lastBan = { after: at - 101 * DAY, before: at - 100 * DAY }
    await database.transaction(async ({ accounts }) => {
      const add = (steamId: string, record: object, interval: typeof lastBan | null) =>
        accounts.addObservation({ steamId, firstSeenAt: at, record, lastBan: interval, changes: [] })
      await add(ALICE, CLEAN_RECORD, null)
      await add(BOB, banned, lastBan)
      await add(CAROL, { NumberOfVACBans: 1 }, null)
      await add(nth(1), { ...banned, DaysSinceLastBan: 0 }, null)
      await accounts.recordChecked([ALICE, BOB], NOW - DAY)
    })
    expect((await preview({ maxVacBans: 0 })).watchList).toEqual({
      before: { deny: 0, allow: 2, unknown: 3, reported: 0 },
      after: { deny: 1, allow: 1, unknown: 3, reported: 0 },
      newlyRefused: [{ steamId: BOB, reasons: [{ code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 400 }] }],
    })
    const forgotten = async (banForgottenAfterDays: number) =>
      (await preview({ maxVacBans: 0, banForgottenAfterDays })).watchList.after.deny
    expect([await forgotten(400), await forgotten(401)]).toEqual([0, 1])
  })
})
