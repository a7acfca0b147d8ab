import { describe, expect, test } from 'vitest'
import { lookupView, type MoreOfAccount } from '../../../src/accounts/discord/views/lookup-view.ts'
import { type CardContext, NO_DOOR, notesFor } from '../../../src/accounts/discord/server-notes.ts'
import { toOwnBanNotes } from '../../../src/bans/discord/account-notes.ts'
import type { Tone } from '../../../src/lib/tone.ts'
import type { Facts } from '../../../src/model/facts.ts'
import { accentColourOf } from '../../../src/discord/view.ts'
import type { Account } from '../../../src/model/account.ts'
import type { Texts } from '../../../src/app/bot/texts.ts'
import { exceptionLine } from '../../../src/policy/discord/policy-line.ts'
import { toWatchNotes } from '../../../src/watch/discord/account-notes.ts'
import { historyOption } from '../../../src/watch/discord/watch-parts.ts'
import { CLEAN } from '../../support/fake-context.ts'
import { listNotes } from '../../support/server-notes.ts'
import { textsFor } from '../../support/texts.ts'
import { coloursOf, textOf } from '../../support/view-content.ts'

const steamId = '76561198000010431'
const AT = 1_780_000_000
const ANNA = '111111111111111111'

const VAC = { VACBanned: true, NumberOfVACBans: 1, NumberOfGameBans: 1, DaysSinceLastBan: 412 }
const account = (more: Partial<Account> = {}): Account => ({
  steamId,
  resolvedFrom: null,
  profile: {
    personaname: 'Roof Raider',
    profileurl: '',
    avatarfull: 'https://avatars.steamstatic.com/a_full.jpg',
    timecreated: 1_300_000_000,
    loccountrycode: 'DE',
  },
  bans: CLEAN,
  rustHours: 2431,
  rustHoursTwoWeeks: 21,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: AT,
  partsFetchedAt: { profile: AT, bans: AT, rustHours: AT, friendsPrivate: AT },
  ...more,
})

const BAN = {
  steamId,
  guildId: '1',
  id: 1,
  name: 'Roof Raider',
  reason: 'racism',
  note: 'ticket 12',
  until: 1_800_000_060,
  addedBy: ANNA,
  addedAt: AT - 1000,
  importNumber: null,
}
const banned = (texts: Texts, more = {}) =>
  toOwnBanNotes(steamId, { state: 'banned', ban: BAN, details: { ...BAN, ...more } }, texts)
const notBanned = (texts: Texts) => toOwnBanNotes(steamId, { state: 'none' }, texts)
const WATCH = {
  guildId: '1',
  steamId,
  reason: 'list of B',
  addedBy: ANNA,
  addedAt: AT - 1000,
  until: null,
  baselineAt: null,
}

type Notes = NonNullable<MoreOfAccount['notes']>
const notes = (texts: Texts, more: Partial<Notes> = {}): Notes => ({
  marks: [],
  earlierNames: [],
  buttons: toWatchNotes(steamId, null, [], texts).buttons,
  door: NO_DOOR,
  more: [historyOption(steamId, texts)],
  ownBan: notBanned(texts),
  ...more,
})

interface State {
  account?: Partial<Account>
  more?: Omit<MoreOfAccount, 'notes'>
  notes?: (texts: Texts) => Partial<Notes>
  /** The lines of the card in English that differ between the states, below the name. */
  says: string[]
  sign: string
  tone: Tone
  /** What a channel is told, without anything that the server has decided. */
  posted: { sign: string; tone: Tone; says: string[] }
}
const friends = { kind: 'bannedFriends', scan: { banned: 18, checked: 97, at: AT - 720 } } as const
const HIDDEN = {
  profile: { ...account().profile, timecreated: null, loccountrycode: null },
  rustHours: null,
  rustHoursTwoWeeks: null,
  friendsPrivate: true,
}

const PERSON = '2,431 h (21 h in 2 weeks) · 15 years old · 🇩🇪'
const FRIENDS = `18 of 97 checked friends banned (<t:${AT - 720}:R>)`
const STEAM_BANS = 'Steam: 1 VAC ban, 1 game ban, newest 412 days ago'
const EARLIER = { vac: 0, game: 1, community: false, seenUntil: AT - 86_400 }
const EARLIER_GAME_BAN = '**Steam now: no bans · until <t:1779913600:D>: 1 game ban**'
const NO_BANS = '**No bans on record: Steam, our list**'
const POSTED_NO_BANS = { sign: 'ℹ️', tone: 'clean', says: ['**Steam: no bans on record**', PERSON] } as const
const postedNoBans = { ...POSTED_NO_BANS, says: [...POSTED_NO_BANS.says] }

const STATES: Record<string, State> = {
  'banned by both': {
    account: { bans: { ...CLEAN, ...VAC } },
    more: { worthKnowing: [friends] },
    notes: (texts) => ({
      ownBan: banned(texts),
      door: { ...NO_DOOR, state: 'refused', lines: [`🛡️ ${texts.policyLine.refusesToo}`] },
      marks: toWatchNotes(steamId, WATCH, [], texts).marks,
    }),
    sign: '🔨⛔',
    tone: 'banned',
    says: [
      `**Banned by us until <t:1800000060:f>** · racism · <@${ANNA}> · note: ticket 12`,
      STEAM_BANS,
      '🛡️ Rules refuse too',
      `👁️ <@${ANNA}>: list of B`,
      `${PERSON} · ${FRIENDS}`,
    ],
    posted: { sign: '⛔', tone: 'banned', says: [`**${STEAM_BANS}**`, `${PERSON} · ${FRIENDS}`] },
  },
  'no ban': { sign: '✅', tone: 'clean', says: [NO_BANS, PERSON], posted: postedNoBans },
  'rules refuse': {
    notes: (texts) => ({
      door: { ...NO_DOOR, state: 'refused', lines: [`🛡️ ${texts.policyLine.refuses({ why: 'account 3 days old' })}`] },
    }),
    sign: '🛡️',
    tone: 'limited',
    says: [NO_BANS, '🛡️ Rules refuse: account 3 days old', PERSON],
    posted: postedNoBans,
  },
  'banned by us': {
    notes: (texts) => ({ ownBan: banned(texts, { until: null }) }),
    sign: '🔨',
    tone: 'banned',
    says: [`**Banned by us for good** · racism · <@${ANNA}> · note: ticket 12`, 'Steam: no bans on record', PERSON],
    posted: postedNoBans,
  },
  'our list unread': {
    notes: (texts) => ({ ownBan: toOwnBanNotes(steamId, { state: 'unknown' }, texts) }),
    sign: '❔',
    tone: 'incomplete',
    says: ['**Our ban list cannot be read now**', '**Steam: no bans on record**', PERSON],
    posted: postedNoBans,
  },
  'private profile': {
    account: HIDDEN,
    sign: '🔒',
    tone: 'private',
    says: [`${NO_BANS} · profile private`, '🔒 hidden: Rust hours, age, friend list'],
    posted: {
      sign: '🔒',
      tone: 'private',
      says: ['**Steam: no bans on record** · profile private', '🔒 hidden: Rust hours, age, friend list'],
    },
  },
  'a private profile, with our list unread': {
    account: HIDDEN,
    notes: (texts) => ({ ownBan: toOwnBanNotes(steamId, { state: 'unknown' }, texts) }),
    sign: '❔',
    tone: 'incomplete',
    says: [
      '**Our ban list cannot be read now**',
      '**Steam: no bans on record** · profile private',
      '🔒 hidden: Rust hours, age, friend list',
    ],
    posted: {
      sign: '🔒',
      tone: 'private',
      says: ['**Steam: no bans on record** · profile private', '🔒 hidden: Rust hours, age, friend list'],
    },
  },
  'a private profile with earlier bans': {
    account: HIDDEN,
    more: { earlierBans: EARLIER },
    sign: '🔒',
    tone: 'private',
    says: [`${EARLIER_GAME_BAN} · profile private`, '🔒 hidden: Rust hours, age, friend list'],
    posted: {
      sign: '🔒',
      tone: 'private',
      says: [`${EARLIER_GAME_BAN} · profile private`, '🔒 hidden: Rust hours, age, friend list'],
    },
  },
  'earlier bans, with hours that could not be checked': {
    account: { unavailable: ['rustHours'], rustHours: null, rustHoursTwoWeeks: null },
    more: { earlierBans: EARLIER },
    sign: '❔',
    tone: 'incomplete',
    says: [`${EARLIER_GAME_BAN} · could not be checked: Rust hours`, '15 years old · 🇩🇪'],
    posted: {
      sign: '❔',
      tone: 'incomplete',
      says: [`${EARLIER_GAME_BAN} · could not be checked: Rust hours`, '15 years old · 🇩🇪'],
    },
  },
  'banned friends only': {
    more: { worthKnowing: [friends] },
    sign: '✅',
    tone: 'clean',
    says: [NO_BANS, `⚠️ ${FRIENDS}`, PERSON],
    posted: { ...postedNoBans, says: ['**Steam: no bans on record**', `⚠️ ${FRIENDS}`, PERSON] },
  },
  'earlier bans': {
    more: { earlierBans: EARLIER },
    sign: 'ℹ️',
    tone: 'neutral',
    says: [EARLIER_GAME_BAN, PERSON],
    posted: { sign: 'ℹ️', tone: 'neutral', says: [EARLIER_GAME_BAN, PERSON] },
  },
  'an exception': {
    account: { bans: { ...CLEAN, ...VAC } },
    notes: (texts) => ({
      door: { ...NO_DOOR, state: 'excepted', exception: exceptionLine({ addedBy: ANNA, reason: 'a friend' }, texts) },
    }),
    sign: '⛔🚪',
    tone: 'banned',
    says: [`**Always let in by us** · <@${ANNA}> · a friend`, `**${STEAM_BANS}**`, PERSON],
    posted: { sign: '⛔', tone: 'banned', says: [`**${STEAM_BANS}**`, PERSON] },
  },
  'an old answer': {
    account: { stale: true },
    sign: '❔',
    tone: 'incomplete',
    says: [
      '**Steam: no bans at the last check**',
      `⏳ There is no new answer from Steam. This result is from <t:${AT}:R> and may be outdated.`,
      PERSON,
    ],
    posted: {
      sign: '❔',
      tone: 'incomplete',
      says: [
        '**Steam: no bans at the last check**',
        `⏳ There is no new answer from Steam. This result is from <t:${AT}:R> and may be outdated.`,
        PERSON,
      ],
    },
  },
  'hours that could not be checked': {
    account: { unavailable: ['rustHours'], rustHours: null, rustHoursTwoWeeks: null },
    sign: '❔',
    tone: 'incomplete',
    says: [`${NO_BANS} · could not be checked: Rust hours`, '15 years old · 🇩🇪'],
    posted: {
      sign: '❔',
      tone: 'incomplete',
      says: ['**Steam: no bans on record** · could not be checked: Rust hours', '15 years old · 🇩🇪'],
    },
  },
}

const english = textsFor('en-US')
const FOOT = [
  `\`${steamId}\``,
  `-# [Steam profile](https://steamcommunity.com/profiles/${steamId}) · [BattleMetrics (RCON)](https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=${steamId}) · checked <t:${AT}:R>`,
]

const cardOf = ({ account: facts = {}, more = {}, notes: noted }: State, texts: Texts, name = 'Roof Raider') => {
  const given = account(facts)
  const named = { ...given, profile: { ...given.profile, personaname: name } }
  return lookupView(named, null, texts, { ...more, notes: notes(texts, noted?.(texts)) })
}

/** The card that *Post* shows: that of the same account, built from the notes for a channel. */
async function postedCardOf({ account: facts = {}, more = {}, notes: noted }: State, texts: Texts) {
  const own = notes(texts, noted?.(texts))
  const server = { ...listNotes(texts), onAccount: async () => own, ownBan: async () => own.ownBan }
  const options = { guildId: '1', isAllowed: () => true, texts, now: AT * 1_000, audience: 'channel' } as const
  const { onAccount } = notesFor({ ...options, context: { notes: () => server } as unknown as CardContext })
  const given = account(facts)
  return lookupView(given, null, texts, { ...more, notes: await onAccount(given, {} as Facts) })
}

const lightOf = (tone: Tone) => [accentColourOf(tone)]

describe.each(Object.entries(STATES))('the card of %s', (_, state) => {
  test('says what we decided, what Steam says, what the door does and who it is, each once', () => {
    const card = cardOf(state, english)
    expect(textOf(card).split('\n')).toEqual([`## ${state.sign} Roof Raider`, ...state.says, ...FOOT])
    expect(coloursOf(card)).toEqual(lightOf(state.tone))
  })

  test('is posted with the part of Steam alone, in its colour, and without a check mark', async () => {
    const card = await postedCardOf(state, english)
    expect(textOf(card).split('\n')).toEqual([`## ${state.posted.sign} Roof Raider`, ...state.posted.says, ...FOOT])
    expect(coloursOf(card)).toEqual(lightOf(state.posted.tone))
  })

  test.each(['en-US', 'de', 'ru'])('fits on the screen of a phone in %s, with the longest name', (locale) => {
    const lines = textOf(cardOf(state, textsFor(locale), 'Ш'.repeat(32))).split('\n')
    const height = lines.map((line) => Math.max(1, Math.ceil(line.replaceAll(/\]\([^()]*\)/g, '').length / 40)))
    expect(height.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(26)
  })
})

test('a posted card is the same whether the server has banned the account or not', async () => {
  const [ours, nobodys] = await Promise.all([
    postedCardOf(STATES['banned by us']!, english),
    postedCardOf(STATES['no ban']!, english),
  ])
  expect(ours).toEqual(nobodys)
})
