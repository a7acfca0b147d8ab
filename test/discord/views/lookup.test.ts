import { expect, test } from 'vitest'
import { walkComponents } from '../../../sim/discord/limits/components.ts'
import type { AnyComponent } from '../../../sim/discord/limits/components.ts'
import { COMPONENT } from '../../../sim/discord/wire.ts'
import { textsFor } from '../../../src/discord/texts/catalogue.ts'
import type { View } from '../../../src/discord/view.ts'
import { lookupView } from '../../../src/discord/views/lookup.ts'
import type { Account } from '../../../src/model/account.ts'
import { CLEAN } from '../../support/fake-context.ts'

const english = textsFor('en-US')
const steamId = '76561198000010431'

const all = (view: View) => [...walkComponents(view.components as AnyComponent[])].map(({ component }) => component)
const textOf = (view: View) =>
  all(view)
    .flatMap((component) => (component.type === COMPONENT.text ? [component.content] : []))
    .join('\n')

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

test('ids stand in backticks to be copied, ages as times that go on counting', () => {
  const text = textOf(lookupView(account(), english))
  expect(text).toContain('`76561198000010431` · [profile](https://steamcommunity.com/profiles/76561198000010431)')
  expect(text).toContain('**Created** <t:1300000000:D> (<t:1300000000:R>)')
  expect(text).toMatch(/\n-# checked <t:1780000000:R>$/)
})

test('the picture has words for those who do not see it', () => {
  const thumbnails = (view: View) => all(view).filter(({ type }) => type === COMPONENT.thumbnail)
  expect(thumbnails(lookupView(account(), english))).toEqual([
    expect.objectContaining({
      media: { url: 'https://avatars.steamstatic.com/a_full.jpg' },
      description: 'Avatar of Somebody',
    }),
  ])
  const faceless = account({ profile: { ...account().profile, avatarfull: '' } })
  expect(thumbnails(lookupView(faceless, english))).toEqual([])
  expect(textOf(lookupView(faceless, english))).toContain('## ✅ Somebody')
  const nameless = account({ profile: { ...account().profile, personaname: '\u200b' } })
  expect(thumbnails(lookupView(nameless, english))).toEqual([
    expect.objectContaining({ description: 'Avatar of (name cannot be shown)' }),
  ])
})

test('a VAC ban that is only flagged counts as one', () => {
  const text = textOf(lookupView(account({ bans: { ...CLEAN, VACBanned: true, DaysSinceLastBan: 4 } }), english))
  expect(text).toContain('**Banned: 1 VAC ban, last ban 4 days ago.**')
  expect(text).toContain('**VAC bans** 1\n')
})

test('a word of Steam’s that nobody knows restricts, and is shown as it is', () => {
  const text = textOf(lookupView(account({ bans: { ...CLEAN, EconomyBan: '_frozen_' } }), english))
  expect(text).toContain(String.raw`## ⚠️ Somebody`)
  expect(text).toContain(String.raw`but: trade: \_frozen\_.`)
  expect(text).toContain(String.raw`**Trade** ⚠️ \_frozen\_`)
})

test('what could not be had is neither private nor nothing', () => {
  const text = textOf(
    lookupView(
      account({ rustHours: null, friendsPrivate: false, unavailable: ['rustHours', 'friendsPrivate'] }),
      english,
    ),
  )
  expect(text).toContain('**Rust hours** ❔ could not be checked')
  expect(text).toContain('**Friend list** ❔ could not be checked')
  expect(text).not.toMatch(/🔒|public|none:/)
})
