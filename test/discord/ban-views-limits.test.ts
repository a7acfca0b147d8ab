import { expect, test } from 'vitest'
import { toOwnBanNotes } from '../../src/bans/discord/account-notes.ts'
import { importPreviewView } from '../../src/bans/discord/import.ts'
import { askView } from '../../src/bans/discord/add.ts'
import { presetsView } from '../../src/bans/discord/reasons.ts'
import { readBanList } from '../../src/bans/formats/read-ban-list.ts'
import type { DecodedBanList } from '../../src/bans/formats/read-list-file.ts'
import { MAX_PRESETS } from '../../src/model/preset.ts'
import { LONGEST_STORED } from '../support/own-bans.ts'
import { eachLanguage, en } from '../support/texts.ts'
import { textOf } from '../support/view-content.ts'
import { expectAcceptable } from '../support/view-limits.ts'
import { nth } from '../support/watch-tests.ts'

test.each(eachLanguage)('the preview of an import fits into a message with the longest texts (%s)', (_, texts) => {
  const long = {
    name: '*'.repeat(64),
    reason: '_'.repeat(80),
    note: '',
    until: null,
    line: 49_999,
    unreadEnd: '*'.repeat(200),
  }
  const many = Array.from({ length: 40 }, (__, index) => ({ steamId: nth(index), ...long }))
  const written = { line: 49_999, text: '*'.repeat(200) }
  const longList: DecodedBanList = {
    ...readBanList('', 0),
    encoding: 'windows-1251',
    isGuessed: true,
    bans: many.map(({ unreadEnd: __, ...ban }) => ({ ...ban, name: 'Ж'.repeat(200) })),
    unreadEnds: many,
    unclear: many.map(({ unreadEnd: __, ...ban }) => ban),
    expired: 9_999,
    repeated: 9_999,
    cutNotes: 9_999,
    addresses: 9_999,
    lifted: 9_999,
    liftedAccounts: [],
    staff: 9_999,
    durations: many.map(() => ({ ...written, until: 1_900_000_000 })),
    notUnderstood: many.map(() => ({ ...written, why: 'changed_number' })),
    notUnderstoodCount: 9_999,
  }
  const effect = { fresh: many, present: many, differing: [], exempted: many, stayBanned: 9_999 }
  for (const isChosen of [true, false]) {
    const choice = { id: 'x'.repeat(16), unreadEnds: isChosen, unclear: isChosen }
    const view = importPreviewView(longList, effect, choice, texts)
    expectAcceptable(view)
    // Some lines of each section are shown.
    expect(textOf(view).match(/49999/g)?.length).toBeGreaterThanOrEqual(4)
  }
})

test.each(eachLanguage)('the question of /banlist add fits into a message with the longest texts (%s)', (_, texts) => {
  const accounts = Array.from({ length: 25 }, (__, index) => ({
    steamId: nth(index),
    name: '*'.repeat(64),
    isUnknown: false,
  }))
  const typed = { reason: '_'.repeat(80), note: '*'.repeat(500), until: '_'.repeat(40) }
  const byName = accounts.map(({ steamId }) => [steamId, { customUrl: 'x'.repeat(32) }] as const)
  const ban = { ...typed, until: 1_900_000_000, addedBy: '1'.repeat(19), addedAt: 1_700_000_000, importNumber: 9_999 }
  const view = askView(
    { id: 'x'.repeat(16), accounts, ...typed, endsAt: ban.until },
    {
      resolved: new Map(byName),
      notFound: [],
      notRecognized: [],
      statements: new Map(accounts.map(({ steamId }) => [steamId, { role: 'unclear', otherEnd: '*'.repeat(200) }])),
      present: accounts.slice(1).map((account) => ({ ...account, ...ban })),
    },
    texts,
  )
  expectAcceptable(view)
  expect(textOf(view)).toContain(nth(1))
})

test('the card of an account shows the start of the note of its ban', () => {
  const details = { ...LONGEST_STORED, note: `seen with ${'the raiders '.repeat(40)}` }
  const { line } = toOwnBanNotes(details.steamId, { state: 'banned', ban: details, details }, en)
  expect(line).toContain('seen with the raiders')
  expect(line).toMatch(/…$/)
})

test.each(eachLanguage)(
  'as many usual reasons as may be fit into a message with the longest texts (%s)',
  (_, texts) => {
    const presets = Array.from({ length: MAX_PRESETS }, () => ({ reason: '*'.repeat(80), end: '87600h' }))
    for (const saved of [undefined, texts.presets.saved]) expectAcceptable(presetsView(presets, texts, saved))
    expectAcceptable(presetsView([], texts))
  },
)
