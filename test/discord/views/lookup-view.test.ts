import { accountNotes } from '../../support/server-notes.ts'
import { describe, expect, test } from 'vitest'
import { COMPONENT } from '../../../packages/sim-discord/src/index.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { lookupView } from '../../../src/accounts/discord/views/lookup-view.ts'
import type { Account } from '../../../src/model/account.ts'
import { CLEAN } from '../../support/fake-context.ts'
import { coloursOf, componentsOf, customIdsOf, textOf } from '../../support/view-content.ts'
import { expectReadable } from '../../support/readable.ts'
import { shownTexts } from '../../../src/accounts/discord/message-text.ts'
import { readAccountsInMessage } from '../../../src/text/account-list.ts'

const english = textsFor('en-US')
const steamId = '76561198000010431'

const account = (more: Partial<Account> = {}): Account => ({
  steamId,
  resolvedFrom: null,
  profile: {
    personaname: 'Somebody',
    profileurl: '',
    avatarfull: 'https://avatars.steamstatic.com/a_full.jpg',
    timecreated: 1_300_000_000,
    loccountrycode: null,
  },
  bans: CLEAN,
  rustHours: 12.5,
  rustHoursTwoWeeks: 0,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: 1_780_000_000,
  partsFetchedAt: {
    profile: 1_780_000_000,
    bans: 1_780_000_000,
    rustHours: 1_780_000_000,
    friendsPrivate: 1_780_000_000,
  },
  ...more,
})

test('the card and its copied text are read as its account, and nothing in them is left', () => {
  const view = lookupView(account(), null, english)
  const components = componentsOf(view)
  expectReadable(components)
  const read = [...shownTexts(components), textOf(view)].map((text) => readAccountsInMessage(text))
  expect(new Set(read.flatMap(({ accounts }) => accounts))).toEqual(new Set([steamId]))
  expect(read.flatMap(({ notRecognized }) => notRecognized)).toEqual([])
})

const IDS = '`76561198000010431` · `STEAM_0:1:19872351` · `[U:1:39744703]`'
const LINKS =
  '[Steam profile](https://steamcommunity.com/profiles/76561198000010431) · [BattleMetrics (RCON)](https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=76561198000010431)'

test('the card of a banned account', () => {
  const banned = account({ bans: { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 } })
  expect(textOf(lookupView(banned, null, english)).split('\n')).toEqual([
    '## ⛔ Somebody',
    '**Banned by Steam: 1 VAC ban, last ban 412 days ago.**',
    '**Game bans** 0 · **Steam Community ban** no · **Trade restriction** no',
    '**Rust hours** 12 h · 0 h in the last two weeks',
    '**Friend list** public',
    '**Account** 15 years old · created <t:1300000000:D>',
    IDS,
    LINKS,
    '-# checked <t:1780000000:R>',
  ])
})

test('the card of a private profile, which is not one of a clean account', () => {
  const profile = { ...account().profile, timecreated: null }
  const hidden = account({ profile, rustHours: null, rustHoursTwoWeeks: null, friendsPrivate: true })
  const view = lookupView(hidden, null, english)
  expect(textOf(view).split('\n')).toEqual([
    '## 🔒 Somebody',
    '**No bans on record, but the profile is private.**',
    '**VAC bans** 0 · **Game bans** 0 · **Steam Community ban** no · **Trade restriction** no',
    '**Rust hours** 🔒 private',
    '**Friend list** 🔒 private',
    '**Account** 🔒 private',
    IDS,
    LINKS,
    '-# checked <t:1780000000:R>',
  ])
  expect(coloursOf(view)).toEqual([0x4a_6f_a5])
})

test('the avatar has an alternative text', () => {
  const thumbnails = (view: View) => componentsOf(view).filter(({ type }) => type === COMPONENT.thumbnail)
  expect(thumbnails(lookupView(account(), null, english))).toEqual([
    expect.objectContaining({
      media: { url: 'https://avatars.steamstatic.com/a_full.jpg' },
      description: 'Avatar of Somebody',
    }),
  ])
  const faceless = account({ profile: { ...account().profile, avatarfull: '' } })
  expect(thumbnails(lookupView(faceless, null, english))).toEqual([])
  expect(textOf(lookupView(faceless, null, english))).toContain('## ✅ Somebody')
  const nameless = account({ profile: { ...account().profile, personaname: '\u200b' } })
  expect(thumbnails(lookupView(nameless, null, english))).toEqual([
    expect.objectContaining({ description: 'Avatar of (name cannot be shown)' }),
  ])
})

test('an unknown trade status counts as a restriction and is shown literally', () => {
  const text = textOf(lookupView(account({ bans: { ...CLEAN, EconomyBan: '_frozen_' } }), null, english))
  expect(text).toContain(String.raw`## ⚠️ Somebody`)
  expect(text).toContain(String.raw`Only a trade restriction: trade: \_frozen\_.`)
  expect(text).not.toContain('**Trade restriction**')
})

test.each<[Account['unavailable'], string]>([
  [['rustHours'], 'Could not be checked: Rust hours.'],
  [['friendsPrivate'], 'Could not be checked: friend list.'],
  [['rustHours', 'friendsPrivate'], 'Could not be checked: Rust hours and friend list.'],
])(
  '%j that could not be checked is shown neither as private nor as absent, and the account not as clean',
  (parts, said) => {
    const shown = (bans = CLEAN) =>
      textOf(lookupView(account({ bans, rustHours: null, unavailable: parts }), null, english))
    expect(shown()).toContain(`## ❔ Somebody\n**No bans on record. ${said}**`)
    expect(shown().includes('**Rust hours** ❔ could not be checked')).toBe(parts.includes('rustHours'))
    expect(shown().includes('**Friend list** ❔ could not be checked')).toBe(parts.includes('friendsPrivate'))
    if (parts.length === 2) expect(shown()).not.toMatch(/🔒|public|none:/)
    expect(shown({ ...CLEAN, ...VAC })).toContain('## ⛔ Somebody\n**Banned by Steam: 2 VAC bans')
  },
)

const withProfile = (more: Partial<Account['profile']>) => account({ profile: { ...account().profile, ...more } })

test.each([
  ['DE', 'en-US', '**Country in profile** 🇩🇪 Germany'],
  ['DE', 'de', '**Land im Profil** 🇩🇪 Deutschland'],
  ['XK', 'en-US', '**Country in profile** 🇽🇰 Kosovo'],
  ['_de_', 'en-US', String.raw`**Country in profile** \_de\_`],
])('the country %s is shown in %s as %s', (loccountrycode, locale, shown) => {
  expect(textOf(lookupView(withProfile({ loccountrycode }), null, textsFor(locale)))).toContain(`\n${shown}\n`)
})

test('a missing country or custom URL has no line', () => {
  const text = textOf(lookupView(withProfile({ loccountrycode: null, profileurl: '' }), null, english))
  expect(text).not.toMatch(/Country|Custom URL/)
})

test.each([
  ['https://steamcommunity.com/id/_raider_/', '**Custom URL** `_raider_`'],
  ['https://steamcommunity.com/profiles/76561198000010431/', undefined],
  ['https://steamcommunity.com.evil.io/id/raider/', undefined],
])('the profile URL %s shows the custom URL %s', (profileurl, shown) => {
  const text = textOf(lookupView(withProfile({ profileurl }), null, english))
  if (shown === undefined) expect(text).not.toContain('Custom URL')
  else expect(text).toContain(shown)
})

test.each([
  ['raider', '**Custom URL** `Raider`', false],
  ['other', '**Custom URL** `Raider`', true],
])('the custom URL Raider of an account that was found by %s', (customUrl, row, isShown) => {
  const text = textOf(
    lookupView(withProfile({ profileurl: 'https://steamcommunity.com/id/Raider/' }), { customUrl }, english),
  )
  expect(text).toContain(`Found by custom URL *${customUrl}*`)
  expect(text.includes(row)).toBe(isShown)
})

const VAC = { VACBanned: true, NumberOfVACBans: 2, DaysSinceLastBan: 9 }
const GAME = { NumberOfGameBans: 1, DaysSinceLastBan: 9 }

test.each<[string, Partial<Account['bans']>, string]>([
  ['nothing', {}, '**VAC bans** 0 · **Game bans** 0 · **Steam Community ban** no · **Trade restriction** no'],
  ['VAC bans', VAC, '**Game bans** 0 · **Steam Community ban** no · **Trade restriction** no'],
  ['a game ban', GAME, '**VAC bans** 0 · **Steam Community ban** no · **Trade restriction** no'],
  ['a Steam Community ban', { CommunityBanned: true }, '**VAC bans** 0 · **Game bans** 0 · **Trade restriction** no'],
  ['a trade ban', { EconomyBan: 'banned' }, '**VAC bans** 0 · **Game bans** 0 · **Steam Community ban** no'],
  [
    'VAC and game bans',
    { ...VAC, ...GAME },
    '**Steam Community ban** no · **Trade restriction** no\n**Last ban** VAC or game: Steam does not say which',
  ],
  [
    'every kind',
    { ...VAC, ...GAME, CommunityBanned: true, EconomyBan: 'probation' },
    '**Last ban** VAC or game: Steam does not say which',
  ],
])('below a verdict about %s stands what it leaves out of the ban record', (_, bans, lines) => {
  const [, details = ''] = textOf(lookupView(account({ bans: { ...CLEAN, ...bans } }), null, english)).split('.**\n')
  expect(details.startsWith(`${lines}\n**Rust hours**`)).toBe(true)
})

test('what a moderator acts on stands before the facts, and those before the ids', () => {
  const outdated = account({ stale: true, bans: { ...CLEAN, ...VAC } })
  const watched = {
    guildId: '1',
    baselineAt: null,
    steamId,
    addedBy: '1',
    addedAt: 1,
    reason: 'aim too good',
    until: null,
  }
  const worthKnowing = [{ kind: 'neverSetUp' as const }]
  const text = textOf(
    lookupView(outdated, { customUrl: 'raider' }, english, {
      notes: accountNotes(steamId, english, { entry: watched }),
      worthKnowing,
    }),
  )
  const marks = [
    '## ⛔',
    'Banned by Steam',
    'may be outdated',
    'Found by',
    'aim too good',
    'Worth knowing',
    'Game bans',
  ]
  const places = [...marks, 'Rust hours', '`76561198000010431`', 'Steam profile', 'checked'].map((mark) =>
    text.indexOf(mark),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test.each<[string, 'a server' | 'a direct message', number[]]>([
  ['en-US', 'a server', [4, 3]],
  ['de', 'a server', [3, 2, 2]],
  ['en-US', 'a direct message', [5]],
  ['de', 'a direct message', [3, 2]],
])('the buttons in %s, in %s, are in rows of %j', (locale, place, sizes) => {
  const texts = textsFor(locale)
  const more = place === 'a server' ? { notes: accountNotes(steamId, texts) } : {}
  const { components } = lookupView(account(), null, texts, more)
  expect(components.slice(1).map((row) => ('components' in row ? row.components.length : 0))).toEqual(sizes)
})

describe('the ages of the parts of a lookup', () => {
  const ages = { profile: 1_780_000_000, bans: 1_780_000_000, rustHours: 1_780_000_000, friendsPrivate: 1_780_000_000 }
  const checked = (partsFetchedAt: Partial<Account['partsFetchedAt']>) =>
    textOf(lookupView(account({ fetchedAt: 1, partsFetchedAt: { ...ages, ...partsFetchedAt } }), null, english))
      .split('\n')
      .at(-1)

  test('that are less than a minute apart are shown as one, the oldest', () => {
    expect(checked({})).toBe('-# checked <t:1780000000:R>')
    expect(checked({ profile: 1_779_999_941, rustHours: 1_780_000_000, friendsPrivate: null })).toBe(
      '-# checked <t:1779999941:R>',
    )
  })

  test('that are a minute or more apart are shown by part, and parts of the same age together', () => {
    expect(checked({ profile: 1_779_999_940, rustHours: 1_779_999_500, friendsPrivate: 1_779_999_520 })).toBe(
      '-# bans checked <t:1780000000:R> · profile checked <t:1779999940:R> · Rust hours, friend list checked <t:1779999500:R>',
    )
  })

  test('in a chain of small differences form groups that are a minute or more apart', () => {
    expect(checked({ profile: 1_779_999_960, rustHours: 1_779_999_920, friendsPrivate: 1_779_999_880 })).toBe(
      '-# bans, profile checked <t:1779999960:R> · Rust hours, friend list checked <t:1779999880:R>',
    )
  })

  test('do not include a part that could not be checked', () => {
    expect(checked({ rustHours: null, friendsPrivate: 1_779_999_500 })).toBe(
      '-# bans, profile checked <t:1780000000:R> · friend list checked <t:1779999500:R>',
    )
  })
})

test('names seen before are escaped', () => {
  const worthKnowing = [{ kind: 'earlierNames' as const, names: ['*old*', 'older'] }, { kind: 'neverSetUp' as const }]
  const view = lookupView(account(), null, english, { notes: accountNotes(steamId, english), worthKnowing })
  expect(textOf(view)).toContain(String.raw`🏷️ Names seen before: \*old\*, older`)
  expect(textOf(view)).toContain('**Worth knowing**\n• Profile never set up')
})

test('the buttons of a lookup keep the id and how the account was found', () => {
  const view = lookupView(account(), { customUrl: 'raider' }, english)
  for (const id of customIdsOf(view).slice(0, 4)) expect(id).toMatch(/^v1:\w+:76561198000010431(:\w*)*:raider$/)
})
