import { de, en } from './support/texts.ts'
import { expect, test } from 'vitest'
import { formatListDossier } from '../../page/dossier/list-dossier.ts'
import { createFormats } from '../../page/format.ts'
import type { ListEntry, PastedRest } from '../../page/state/account-list.ts'
import type { BatchEntry, Bans } from '../../src/model/account.ts'
import { CLEAN, entryOf, failureOf, idOf, vacBanned } from './support/bans.ts'

/** 4 May 2026, 12:02 UTC. */
const NOW = 1_777_896_120

interface Found {
  input?: string
  resolvedFrom?: string
  timecreated?: number | null
}

function found(index: number, personaname: string, bans: Bans, rest: Found = {}): ListEntry {
  const { input = idOf(index), resolvedFrom = null, timecreated = 1 } = rest
  const account: BatchEntry = entryOf(input, { steamId: idOf(index), resolvedFrom, bans, fetchedAt: NOW - index * 60 })
  return { input, account: { ...account, profile: { ...account.profile, personaname, timecreated } } }
}

function failed(input: string, code: string, index?: number, bans: Bans = CLEAN): ListEntry {
  const rest = index === undefined ? {} : { withoutProfile: { steamId: idOf(index), bans, fetchedAt: NOW } }
  const { input: _, ...failure } = failureOf(input, code, rest)
  return { input, failure }
}

const ENTRIES: ListEntry[] = [
  { input: idOf(9) },
  found(1, 'Honest\nJoe\u202E', CLEAN),
  found(2, 'Hidden', CLEAN, { timecreated: null }),
  found(3, 'Trader', { ...CLEAN, EconomyBan: 'banned' }, { input: '39918164' }),
  failed('nobody\u202E', 'account_not_found'),
  failed('7656119800000001', 'account_not_found'),
  failed('steamcommunity.com/tradeoffer/new/?partner=5&token=SECRET12', 'platform_unavailable'),
  failed(idOf(6), 'account_not_found', 6),
  failed('gone', 'account_not_found', 7, vacBanned(40)),
  found(4, 'Bandit', vacBanned(3), { input: 'bandit_url', resolvedFrom: 'bandit_url' }),
]
const PASTED: PastedRest = {
  repeated: [idOf(1)],
  notRecognized: ['who is\u202E this?', 'x?partner=&token=SECRET12&y'],
}
const SOURCE = {
  origin: 'https://rapsheet.example',
  address: 'https://rapsheet.example/#bandit_url',
  copiedAt: NOW,
}
/** The address of a list from which two accounts were left out. */
const ADDRESS = { accounts: ENTRIES.map(({ input }) => input), beyond: 2 }

const inEnglish = (entries: ListEntry[], pasted: PastedRest | null = null) =>
  formatListDossier({ address: ADDRESS, entries, pasted }, SOURCE, en, createFormats('en', 'Europe/Berlin'))

test('an account whose profile Steam left out counts with its bans, and as clean never', () => {
  const missing = { missing: 'profile' as const }
  const half = (index: number, bans: Bans): ListEntry => {
    const record = { withoutProfile: { steamId: idOf(index), bans, fetchedAt: NOW }, ...missing }
    const { input, ...failure } = failureOf(idOf(index), 'platform_unavailable', record)
    return { input, failure }
  }
  const text = inEnglish([half(1, CLEAN), half(2, vacBanned(3))])
  expect(text).toContain('1 of 2 checked accounts banned.\nProfile not returned by Steam: 2 accounts.\n')
  expect(text).toContain(`banned, profile not returned · ${idOf(2)} · bans on record: 1 VAC ban`)
  expect(text).toContain(`\n- profile not returned · ${idOf(1)} · bans on record: no bans`)
})

test('a list is one plain text, the most severe account first, with what was not checked, times and the source', () => {
  expect(inEnglish(ENTRIES, PASTED)).toBe(`Report: 10 accounts
2 of 6 checked accounts banned.
1 with only a trade restriction.
2 checked accounts without a profile: deleted or never set up.
2 accounts not found on Steam.
1 account could not be checked: bans unknown.
1 account not checked yet.

- banned · Bandit (76561198000000004) · 1 VAC ban, 3 days ago · found by custom URL bandit_url: check that this is the player you mean
- banned, no profile · gone (76561198000000007) · bans on record: 1 VAC ban, 40 days ago
- trade restriction only · Trader (76561198000000003) · trade ban · found by friend code 39918164: check that this is the player you mean
- not found · nobody
- not found · 7656119800000001 · A SteamID64 has 17 digits, this one has 16. Copy the whole ID again.
- could not be checked · steamcommunity.com/tradeoffer/new/?partner=5&token=…
- no profile · 76561198000000006 · bans on record: no bans
- no bans, profile private · Hidden (76561198000000002)
- no bans · Honest Joe (76561198000000001)
- not checked yet · 76561198000000009

2 accounts beyond the first 10 left out.

2 lines not recognized:
- who is this?
- x?partner=&token=…&y

Bans in this list checked on 4 May 2026 at 13:58 UTC+02:00 or later
Copied on 4 May 2026 at 14:02 UTC+02:00
Source: Steam Web API, asked by Rapsheet at https://rapsheet.example
Page: https://rapsheet.example/#bandit_url
`)
})

test('the German text is German', () => {
  const list = { address: ADDRESS, entries: ENTRIES, pasted: PASTED }
  const text = formatListDossier(list, SOURCE, de, createFormats('de', 'Europe/Berlin'))
  expect(text).toMatch(/^Bericht: 10 Konten\n2 von 6 geprüften Konten gebannt\.\n/)
  expect(text).toContain('\n- gebannt · Bandit (76561198000000004) · 1 VAC-Ban, vor 3 Tagen · gefunden über')
  expect(text).toContain('\nBans in dieser Liste geprüft am 4. Mai 2026 um 13:58 UTC+02:00 oder später\n')
})

test('a list without an answer claims nothing about bans, and has no age', () => {
  const text = inEnglish([{ input: idOf(1) }, { input: idOf(2) }])
  expect(text).toContain(
    `Report: 2 accounts\n2 accounts not checked yet.\n\n- not checked yet · ${idOf(1)}\n- not checked yet · ${idOf(2)}\n\n2 accounts beyond the first 10 left out.\n\nCopied on`,
  )
})

test('says that the link has only the first 50 accounts of a longer list', () => {
  const entries = Array.from({ length: 51 }, (_, index) => ({ input: idOf(index) }))
  expect(inEnglish(entries)).toContain('#bandit_url\nThe address keeps the first 50 accounts only.\n')
  expect(inEnglish(entries.slice(1))).not.toContain('The address keeps')
})

test('lines that were not recognized are counted beyond the hundredth', () => {
  const notRecognized = Array.from({ length: 103 }, (_, index) => `line ${index}`)
  const text = inEnglish(ENTRIES, { ...PASTED, notRecognized })
  expect(text).toContain('\n103 lines not recognized:\n- line 0\n')
  expect(text).toContain('\n- line 99\n… and 3 more\n')
})
