import { describe, expect, test } from 'vitest'
import { joinMessages } from '../../../src/watch/discord/join-messages.ts'
import type { WatchedJoin } from '../../../src/watch/joins.ts'
import { accentColourOf } from '../../../src/discord/view.ts'
import { statusOf, type BanRecord } from '../../../src/model/ban-record.ts'
import { CLEAN_RECORD } from '../../support/fake-context.ts'
import { de, en } from '../../support/texts.ts'
import { coloursOf, customIdsOf, textOf } from '../../support/view-content.ts'
import { nth } from '../../support/watch-tests.ts'

const WHO = '-# This means the account itself, or somebody who plays on its shared copy of Rust.'

const at = Date.UTC(2026, 4, 4, 15) / 1000
const message = { roleId: null }
const nobody = { name: null, avatar: '' }

const bansOf = (record: BanRecord | null) => ({
  status: record ? statusOf(record) : ('unknown' as const),
  record,
  lastBan: null,
  checkedAt: record ? at - 60 : null,
  hasNoRecord: false,
})
const BANNED = bansOf({ ...CLEAN_RECORD, NumberOfVACBans: 1 })

const joinOf = (parts: Partial<WatchedJoin> = {}): WatchedJoin => ({
  steamId: nth(1),
  createdAt: at,
  tokenName: 'EU *Main*',
  verdict: 'allow',
  mode: 'enforce',
  why: [],
  addedBy: '200000000000000001',
  addedAt: at - 86_400,
  reason: 'alt of raider',
  bans: bansOf(CLEAN_RECORD),
  ...parts,
})

describe('the message about a watched account that a game server asked about', () => {
  test('shows what came of it, the known bans, the note with who and when, and the game server', () => {
    const view = joinMessages.single(joinOf({ bans: BANNED }), { name: 'raider', avatar: '' }, message, en)
    expect(textOf(view)).toBe(
      [
        '## 🔔 Watched: raider at EU \\*Main\\*',
        '👁️ <@200000000000000001>: alt of raider',
        '⛔ Steam: 1 VAC ban',
        '**Let in**',
        WHO,
        `-# asked <t:${at}:R> · checked <t:${at - 60}:R>`,
        `\`${nth(1)}\` · [Steam profile](https://steamcommunity.com/profiles/${nth(1)})`,
      ].join('\n'),
    )
    expect(coloursOf(view)).toEqual([accentColourOf('banned')])
  })

  test.each([
    ['allow', 'enforce', `**Let in**\n${WHO}`],
    ['deny', 'enforce', `**Refused**\n${WHO}`],
    ['unknown', 'enforce', `**Undecided**\n${WHO} Without a decision, the game server’s own setting counts.`],
    ['allow', 'observe', `**Let in**\n${WHO}`],
    ['deny', 'observe', `**Let in, would be refused**\n${WHO}`],
    ['unknown', 'observe', `**Let in**\n${WHO}`],
  ] as const)('says what came of %s in %s, and never that the account joined', (verdict, mode, sentence) => {
    for (const texts of [en, de]) {
      const text = textOf(joinMessages.single(joinOf({ verdict, mode }), nobody, message, texts))
      expect(text).not.toMatch(/joined|beigetreten/)
      if (texts === en) expect(text).toContain(sentence)
    }
  })

  test('says why the account was refused, in a list too', () => {
    const refused = joinOf({ verdict: 'deny', why: ['1 VAC ban', 'a *cheater*'] })
    const why = '1 VAC ban\\; a \\*cheater\\*'
    const outcome = `**Refused**\n${WHO}`
    expect(textOf(joinMessages.single(refused, nobody, message, en))).toContain(`${outcome}\n${why}\n`)
    expect(textOf(joinMessages.digest([refused, joinOf({ steamId: nth(2) })], new Map(), message, en))).toContain(
      `EU \\*Main\\* · refused · ${why}`,
    )
  })

  test.each([
    ['no bans', bansOf(CLEAN_RECORD), '\nSteam: no bans on record\n', 'neutral'],
    ['no record yet', bansOf(null), '\n❔ Not checked yet: bans unknown', 'incomplete'],
    ['a trade ban', bansOf({ ...CLEAN_RECORD, EconomyBan: 'banned' }), '\n⚠️ Steam: only ', 'restricted'],
  ] as const)('never looks clean: with %s', (_, bans, sentence, tone) => {
    const view = joinMessages.single(joinOf({ bans }), nobody, message, en)
    expect(textOf(view)).toContain(sentence)
    expect(textOf(view)).not.toContain('✅')
    expect(coloursOf(view)).toEqual([accentColourOf(tone)])
  })

  test('names earlier bans that Steam no longer reports', () => {
    const earlier = { newest: CLEAN_RECORD, bans: { vac: 1, game: 0, community: false, seenUntil: at - 100 } }
    expect(textOf(joinMessages.single(joinOf({ earlier }), nobody, message, en))).toContain(
      `Steam now: no bans · until <t:${at - 100}:D>: 1 VAC ban`,
    )
  })
})

describe('a list of joins', () => {
  const joins = [
    joinOf(),
    joinOf({ tokenName: 'US', verdict: 'deny', bans: BANNED }),
    joinOf({ steamId: nth(2), verdict: 'unknown' }),
  ]

  test('counts accounts and outcomes, and has all in a file', () => {
    const view = joinMessages.digest(joins, new Map([[nth(1), 'raider']]), message, en)
    const link = `[raider](https://steamcommunity.com/profiles/${nth(1)})`
    expect(textOf(view)).toContain(
      [
        '## 🔔 Watch list: game servers asked about 2 accounts',
        '**1 let in · 1 refused · 1 undecided**',
        WHO,
        `ℹ️ ${link} · EU \\*Main\\* · let in`,
        `-# \`${nth(1)}\` · 👁️ <@200000000000000001>: alt of raider`,
        `⛔ ${link} · US · refused`,
      ].join('\n'),
    )
    expect(coloursOf(view)).toEqual([accentColourOf('banned')])
    expect(customIdsOf(view)).toEqual(['v1:watchlist'])
    const rows = view.files?.[0]?.data.toString().trim().split('\n') ?? []
    expect(rows).toHaveLength(4)
    expect(rows[2]).toBe(
      `'${nth(1)},raider,US,2026-05-04T15:00:00Z,refused,alt of raider,'200000000000000001,2026-05-03T15:00:00Z,https://steamcommunity.com/profiles/${nth(1)},1 VAC ban`,
    )
  })
})
