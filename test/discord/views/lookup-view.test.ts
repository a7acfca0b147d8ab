import { accountNotes } from '../../support/server-notes.ts'
import { describe, expect, test } from 'vitest'
import { COMPONENT } from '../../../packages/sim-discord/src/index.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { idsView } from '../../../src/accounts/discord/views/ids-view.ts'
import { lookupView } from '../../../src/accounts/discord/views/lookup-view.ts'
import type { Account } from '../../../src/model/account.ts'
import { CLEAN } from '../../support/fake-context.ts'
import { componentsOf, customIdsOf, menusOf, textOf } from '../../support/view-content.ts'
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
  expect(text).toContain('## ⚠️ Somebody\n')
  expect(text).toContain(String.raw`Steam: only trade: \_frozen\_`)
})

test.each<[Account['unavailable'], string]>([
  [['rustHours'], 'could not be checked: Rust hours'],
  [['friendsPrivate'], 'could not be checked: friend list'],
  [['rustHours', 'friendsPrivate'], 'could not be checked: Rust hours and friend list'],
])('%j that could not be checked is not shown as hidden, and the account not as clean', (unavailable, said) => {
  const rustHours = unavailable.includes('rustHours') ? null : 12
  const shown = (bans = CLEAN) => textOf(lookupView(account({ bans, rustHours, unavailable }), null, english))
  expect(shown()).toContain(`## ❔ Somebody\n**Steam: no bans on record** · ${said}\n`)
  // The verdict about a banned account does not name it, so the line about the person does.
  const banned = shown({ ...CLEAN, ...VAC })
  expect(banned).toContain('## ⛔ Somebody\n**Steam: 2 VAC bans, newest 9 days ago**\n')
  expect(banned).toContain(` · ❔ ${said}\n`)
  for (const text of [shown(), banned]) {
    expect(text.split('could not be checked')).toHaveLength(2)
    expect(text).not.toMatch(/🔒|hidden|no hours/)
  }
})

const withProfile = (more: Partial<Account['profile']>) => account({ profile: { ...account().profile, ...more } })

test.each([
  ['DE', '🇩🇪'],
  ['XK', '🇽🇰'],
  ['_de_', String.raw`\_de\_`],
])('the country %s is shown as %s', (loccountrycode, shown) => {
  expect(textOf(lookupView(withProfile({ loccountrycode }), null, english))).toContain(` · 15 years old · ${shown}\n`)
})

test('a missing country leaves nothing behind', () => {
  expect(textOf(lookupView(account(), null, english))).toContain('\n12 h · 15 years old\n`7656')
})

test('the other ids are those of other programs, each easy to copy', () => {
  const view = idsView({ steamId, foundBy: { customUrl: 'raider' }, summary: account().profile }, english)
  expect(textOf(view).split('\n')).toEqual([
    '## 🪪 Somebody',
    '`76561198000010431`',
    '`STEAM_0:1:19872351`',
    '`[U:1:39744703]`',
  ])
  expect(customIdsOf(view)).toEqual(['v1:lookup:76561198000010431:raider'])
})

test.each([
  ['https://steamcommunity.com/id/_raider_/', '**Custom URL** `_raider_`'],
  ['https://steamcommunity.com/profiles/76561198000010431/', undefined],
  ['https://steamcommunity.com.evil.io/id/raider/', undefined],
])('the profile URL %s shows the custom URL %s below the other ids', (profileurl, shown) => {
  const text = textOf(idsView({ steamId, foundBy: null, summary: withProfile({ profileurl }).profile }, english))
  if (shown === undefined) expect(text).not.toContain('Custom URL')
  else expect(text).toContain(shown)
})

test('an account that was found by a custom URL names it', () => {
  const text = textOf(lookupView(account(), { customUrl: 'raider' }, english))
  expect(text).toContain('Found by custom URL *raider*')
})

const VAC = { VACBanned: true, NumberOfVACBans: 2, DaysSinceLastBan: 9 }

test('the verdict stands first, then what a moderator acts on, and the person before the id', () => {
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
  const marks = ['## ⛔', 'Steam: 2 VAC bans', 'may be outdated', 'Found by', 'aim too good', '12 h', 'never set up']
  const places = [...marks, '`76561198000010431`', '[Steam profile](', 'checked'].map((mark) => text.indexOf(mark))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test.each<[string, 'a server' | 'a direct message', number[]]>([
  ['en-US', 'a server', [4]],
  ['de', 'a server', [2, 2]],
  ['en-US', 'a direct message', [2]],
  ['de', 'a direct message', [2]],
])('the buttons in %s, in %s, are in rows of %j above the menu', (locale, place, sizes) => {
  const texts = textsFor(locale)
  const more = place === 'a server' ? { notes: accountNotes(steamId, texts) } : {}
  const { components } = lookupView(account(), null, texts, more)
  const rows = components.slice(1).map((row) => ('components' in row ? row.components : []))
  expect(rows.slice(0, -1).map((row) => row.length)).toEqual(sizes)
  expect(rows.at(-1)).toEqual([expect.objectContaining({ type: COMPONENT.stringSelect, custom_id: 'v1:more' })])
})

describe('the ages of the parts of a lookup', () => {
  const ages = { profile: 1_780_000_000, bans: 1_780_000_000, rustHours: 1_780_000_000, friendsPrivate: 1_780_000_000 }
  const checked = (partsFetchedAt: Partial<Account['partsFetchedAt']>) =>
    textOf(lookupView(account({ fetchedAt: 1, partsFetchedAt: { ...ages, ...partsFetchedAt } }), null, english))
      .split('\n')
      .at(-1)
      ?.split(' · ')
      .slice(2)
      .join(' · ')

  test('that are less than a minute apart are shown as one, the oldest', () => {
    expect(checked({})).toBe('checked <t:1780000000:R>')
    expect(checked({ profile: 1_779_999_941, rustHours: 1_780_000_000, friendsPrivate: null })).toBe(
      'checked <t:1779999941:R>',
    )
  })

  test('that are a minute or more apart are shown by part, and parts of the same age together', () => {
    expect(checked({ profile: 1_779_999_940, rustHours: 1_779_999_500, friendsPrivate: 1_779_999_520 })).toBe(
      'bans checked <t:1780000000:R> · profile checked <t:1779999940:R> · Rust hours, friend list checked <t:1779999500:R>',
    )
  })

  test('in a chain of small differences form groups that are a minute or more apart', () => {
    expect(checked({ profile: 1_779_999_960, rustHours: 1_779_999_920, friendsPrivate: 1_779_999_880 })).toBe(
      'bans, profile checked <t:1779999960:R> · Rust hours, friend list checked <t:1779999880:R>',
    )
  })

  test('do not include a part that could not be checked', () => {
    expect(checked({ rustHours: null, friendsPrivate: 1_779_999_500 })).toBe(
      'bans, profile checked <t:1780000000:R> · friend list checked <t:1779999500:R>',
    )
  })
})

test('names seen before are escaped', () => {
  const notes = { ...accountNotes(steamId, english), earlierNames: ['*old*', 'older'] }
  const view = lookupView(account(), null, english, { notes, worthKnowing: [{ kind: 'neverSetUp' }] })
  expect(textOf(view)).toContain(String.raw`🏷️ Names seen before: \*old\*, older`)
  expect(textOf(view)).toContain('\nProfile never set up\n')
})

test('the buttons and options of a lookup keep the id and how the account was found', () => {
  const view = lookupView(account(), { customUrl: 'raider' }, english)
  const [menu] = menusOf(view)
  const options = menu?.options.map(({ value }) => value) ?? []
  expect(options).toHaveLength(4)
  for (const id of [...customIdsOf(view), ...options]) expect(id).toMatch(/^v1:(\w+:)+76561198000010431(:\w*)*:raider$/)
})
