import { describe, expect, test } from 'vitest'
import { addChecked, toBatch, type CheckedEntry } from '../../../src/accounts/discord/batch-state.ts'
import { batchProgressView } from '../../../src/accounts/discord/views/batch-progress-view.ts'
import { batchView } from '../../../src/accounts/discord/views/batch-view.ts'
import { toListedOwnBans } from '../../../src/bans/discord/account-notes.ts'
import type { Bans } from '../../../src/model/account.ts'
import type { AccountText } from '../../../src/text/account-list.ts'
import { idOf } from '../../support/command-tests.ts'
import { CLEAN, NOW } from '../../support/fake-context.ts'
import { listNotes } from '../../support/server-notes.ts'
import { textsFor } from '../../support/texts.ts'
import { coloursOf, menusOf, textOf } from '../../support/view-content.ts'

const english = textsFor('en-US')
const RAIDER = '76561198000010431'
const VAC: Bans = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }

const found = (input: string, steamId = input, bans = CLEAN): CheckedEntry => {
  const resolvedFrom = input === 'raider' ? input : null
  const profile = { name: 'A *Name*', timecreated: 1, isPrivate: null, isConfigured: null }
  return { input, steamId, resolvedFrom, ...profile, bans, fetchedAt: NOW }
}
const failed = (input: string, code = 'account_not_found'): CheckedEntry => ({ input, code, bans: null })

/** The text of a page of a batch whose entries are checked, with what else its list contained. */
const shown = (checked: CheckedEntry[], { page = 0, ...rest }: Partial<AccountText> & { page?: number } = {}) => {
  const batch = toBatch({ accounts: checked.map(({ input }) => input), repeated: [], notRecognized: [], ...rest })
  const results = new Map(checked.map((entry) => [entry.input, entry]))
  return textOf(batchView(addChecked(batch, results), { page, id: 'x'.repeat(16) }, english, listNotes(english)))
}

const link = `[A \\*Name\\*](https://steamcommunity.com/profiles/${RAIDER})`

test.each<[string, CheckedEntry, string]>([
  ['an id', found(RAIDER), `✅ ${link} · no bans\n-# \`${RAIDER}\`\n`],
  [
    'a custom URL',
    found('raider', RAIDER),
    `\n-# \`${RAIDER}\` · found by custom URL \`raider\`: check that this is the player you mean\n`,
  ],
  [
    'a friend code',
    found('39744703', RAIDER),
    `\n-# \`${RAIDER}\` · found by friend code \`39744703\`: check that this is the player you mean\n`,
  ],
  ['no account', failed('a_name'), '❔ a\\_name · not found on Steam\n-# looked up as a custom URL'],
  [
    'no account, or a friend code of none',
    failed('4294967290', 'platform_unavailable'),
    '❔ 4294967290 · could not be checked\n-# looked up as a custom URL or friend code',
  ],
  [
    'a number next to an id, which was not read as a friend code',
    failed('https://steamcommunity.com/id/39744703'),
    '❔ 39744703 · not found on Steam\n-# looked up as a custom URL, not as a friend code: put friend codes on lines of their own',
  ],
  [
    'a mistyped SteamID64',
    failed('7656119800001043'),
    '❔ 7656119800001043 · not found on Steam\n-# A SteamID64 has 17 digits, this one has 16.',
  ],
  [
    'an account without a profile',
    { ...failed('raider'), steamId: RAIDER, bans: VAC, fetchedAt: NOW },
    `⛔ raider · no profile: deleted or never set up; bans on record: 1 VAC ban, 412 days ago\n-# \`${RAIDER}\` · looked up as a custom URL\n-# checked <t:${NOW}:R>`,
  ],
])('an entry that led to %s', (_, entry, lines) => {
  expect(shown([entry])).toContain(lines)
})

test.each<[string, CheckedEntry[], string]>([
  ['found', [found(RAIDER)], '**✅ 1 account checked: no ban on record.**'],
  ['found and banned', [found(RAIDER, RAIDER, VAC)], '**⛔ 1 of 1 checked account banned.**'],
  [
    'without a profile',
    [{ ...failed(RAIDER), bans: VAC }],
    '**⛔ 1 of 1 checked account banned.**\n❔ 1 checked account without a profile: deleted or never set up.',
  ],
  [
    'whose profile was not returned',
    [{ ...failed(RAIDER, 'platform_unavailable'), bans: CLEAN }],
    '**1 account checked: no ban on record.**\n❔ Profile not returned by Steam: 1 account.',
  ],
])('the headline counts an account %s', (_, entries, headline) => {
  expect(shown(entries)).toContain(`## 📋 1 account\n${headline}\n`)
})

describe('lines without an account', () => {
  test.each(['honest_joe', '39744703', '"honest_joe"', 'Some Guy'])(
    'that may be names are listed with the reason: %s',
    (line) => {
      const text = shown([found(RAIDER)], { notRecognized: [line, 'said hi (x)'] })
      expect(text).toContain('\n**1 account checked: no ban on record. ❔ 2 lines not recognized.**\n')
      expect(text).toMatch(/Not recognized:\n-# In-game names cannot be looked up. Enter custom URLs as profile links/)
    },
  )

  test.each([
    ['five ids that end in 0', { accounts: [0, 1, 2, 3, 4].map((digit) => `7656119800001${digit}500`) }],
    ['an id with separators of thousands', { notRecognized: ['76,561,198,007,433,923'] }],
    ['an id with an exponent', { notRecognized: ['7.65612E+16'] }],
  ])('the headline warns of numbers that a spreadsheet has changed: %s', (_, rest) => {
    expect(shown([], rest)).toContain('\n❔ **A spreadsheet has probably rounded or changed these numbers: export')
  })

  test('that are sentences are listed alone, escaped', () => {
    expect(shown([found(RAIDER)], { notRecognized: ['**@everyone** said hi', '||spoiler|| (x)'] })).toContain(
      String.raw`Not recognized:
-# \*\*\@everyone\*\* said hi
-# \|\|spoiler\|\| \(x\)`,
    )
  })
})

test('duplicates are counted, and listed once each', () => {
  const text = shown([found(RAIDER)], { repeated: [RAIDER, RAIDER, RAIDER] })
  expect(text).toContain('\n-# 3 duplicates of 1 entry\n')
  expect(text).toContain(`\nDuplicates:\n-# ${RAIDER}\n`)
  expect(shown([found(RAIDER)], { repeated: [RAIDER, 'raider'] })).toContain('\n-# 2 duplicates\n')
})

test('a running batch lists and counts accounts that only the server has banned, and is red', () => {
  const results = [found(idOf(1)), found(RAIDER)]
  const batch = { ...toBatch({ accounts: [], repeated: [], notRecognized: [] }), checked: results }
  const ban = { steamId: RAIDER, reason: '', name: '', until: null, addedBy: '1', addedAt: 1 }
  const viewWith = (bans: [string, typeof ban][]) =>
    batchProgressView({ scanId: '1', batch, results, total: 9, wait: null }, english, {
      ownBans: () => toListedOwnBans(new Map(bans), english),
    })
  const view = viewWith([[RAIDER, ban]])
  expect(textOf(view)).toMatch(/ of 9 checked\n🔨 \*\*1 banned by us\*\*\n0 banned so far\n🔨 \[A [^\n]*\n-# `\d+`$/)
  expect([view, viewWith([])].map(coloursOf)).toEqual([[0xd8_3c_3e], [0xd4_a7_2c]])
})

test('the row of an account that only the server has banned names Steam beside "no bans"', () => {
  const ban = { steamId: RAIDER, reason: '', name: '', until: null, addedBy: '1', addedAt: 1 }
  const notes = listNotes(english, null, new Map([[RAIDER, ban]]))
  const batch = { ...toBatch({ accounts: [], repeated: [], notRecognized: [] }), checked: [found(RAIDER)] }
  const view = batchView(batch, { page: 0, id: 'x'.repeat(16) }, english, notes)
  expect(textOf(view)).toContain(`\n🔨 ${link} · banned by us · Steam: no bans\n`)
  expect(menusOf(view)).toMatchObject([{ options: [{ description: `${RAIDER} · Steam: no bans` }] }])
})

test('each page says how many banned accounts are on the others', () => {
  const checked = Array.from({ length: 44 }, (_, index) => found(idOf(index), idOf(index), index < 25 ? VAC : CLEAN))
  const footOf = (page: number) => /page .*/.exec(shown(checked, { page }))?.[0]
  expect([0, 1, 2, 4].map(footOf)).toEqual([
    'page 1 of 5 · 15 banned accounts on other pages**',
    'page 2 of 5 · 15 banned accounts on other pages**',
    'page 3 of 5 · 20 banned accounts on other pages**',
    'page 5 of 5 · 25 banned accounts on other pages**',
  ])
})
