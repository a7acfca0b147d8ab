import type { SentMessage } from '../../../src/outbox/discord/message-parts.ts'
import { describe, expect, test } from 'vitest'
import { openedRefusalView, refusalMessages } from '../../../src/policy/discord/refusal-messages.ts'
import { eachLanguage, en } from '../../support/texts.ts'
import { escapeMarkdown } from '../../../src/discord/escape.ts'
import { accentColourOf } from '../../../src/discord/view.ts'
import type { ShownRefusal } from '../../../src/policy/refusals.ts'
import { coloursOf, customIdsOf, menusOf, textOf } from '../../support/view-content.ts'
import { nth } from '../../support/watch-tests.ts'

const ROLE = '1234567890123456789'
const at = Date.UTC(2026, 4, 4, 15) / 1000
const message = { roleId: null }

const refusalOf = (more: Partial<ShownRefusal> = {}): ShownRefusal => ({
  steamId: nth(1),
  firstAt: at,
  lastAt: at + 60,
  count: 1,
  mode: 'enforce',
  version: 3,
  reasons: [
    { code: 'maxVacBans', text: '1 VAC ban, last ban 120 days ago (limit: 0)' },
    { code: 'denyPrivateProfile', text: 'Profile is private' },
  ],
  servers: ['EU_Main'],
  ...more,
})

describe('a refusal', () => {
  test('shows who, why, where and by which version', () => {
    const profile = { name: 'raider', avatar: 'https://avatars.steamstatic.com/a_full.jpg' }
    const view = refusalMessages.single(
      refusalOf({ count: 3, servers: ['EU_Main', 'US'] }),
      profile,
      { ...message, roleId: ROLE },
      en,
    )
    expect(textOf(view)).toBe(
      [
        `<@&${ROLE}>`,
        '## 🛡️ Refused: raider',
        '⛔ **1 VAC ban\\, last ban 120 days ago \\(limit\\: 0\\)**',
        '🔒 **Profile is private**',
        `\`${nth(1)}\` · [Steam profile](https://steamcommunity.com/profiles/${nth(1)})`,
        `-# <t:${at + 60}:R> · EU\\_Main, US · refused 3 times that day · policy version 3`,
      ].join('\n'),
    )
    expect(coloursOf(view)).toEqual([accentColourOf('banned')])
  })

  test('has buttons that exempt the account, ban it or lift its ban, and look it up', () => {
    const idsWith = (findDecision?: SentMessage['findDecision']) =>
      customIdsOf(
        refusalMessages.single(
          refusalOf(),
          { name: null, avatar: '' },
          { ...message, ...(findDecision && { findDecision }) },
          en,
        ),
      )
    const withChange = (change: string) => [
      `v1:policyexempt:${nth(1)}`,
      `v1:${change}:${nth(1)}`,
      `v1:lookup:${nth(1)}`,
    ]
    expect(idsWith()).toEqual(withChange('ban'))
    expect(idsWith(() => null)).toEqual(withChange('ban'))
    expect(idsWith(() => ({ reason: '', until: null }))).toEqual(withChange('banlift'))
  })

  test('by a ban has Lift ban, and neither Exempt nor Ban', () => {
    const refusal = refusalOf({ reasons: [{ code: 'banned_here', text: 'Banned here' }] })
    const view = refusalMessages.single(refusal, { name: null, avatar: '' }, message, en)
    expect(customIdsOf(view)).toEqual([`v1:banlift:${nth(1)}`, `v1:lookup:${nth(1)}`])
  })

  test('of a digest, opened by a user, has the same buttons; also when it is not stored any more', () => {
    const account = { steamId: nth(1), name: 'raider' }
    const view = openedRefusalView({ ...account, isBanned: false, refusal: refusalOf({ mode: 'observe' }) }, en)
    expect(textOf(view)).toContain('## 🛡️ Would have refused: raider\n⛔ **1 VAC ban')
    expect(textOf(view)).toContain('\nLet in: the mode was *observe*.\n')
    const gone = openedRefusalView({ ...account, isBanned: false, refusal: null }, en)
    expect(textOf(gone)).toBe(`### raider \`${nth(1)}\`\nIts report is not stored any more.`)
    for (const each of [view, gone])
      expect(customIdsOf(each)).toEqual([`v1:policyexempt:${nth(1)}`, `v1:ban:${nth(1)}`, `v1:lookup:${nth(1)}`])
    const banned = openedRefusalView({ ...account, isBanned: true, refusal: refusalOf() }, en)
    expect(customIdsOf(banned)).toContain(`v1:banlift:${nth(1)}`)
  })
})

test.each(eachLanguage)(
  'a ban whose reason has markup is shown as text, in a message of its own and in a digest (%s)',
  (_, texts) => {
    const text = 'Banned here: [free skins](https://evil.example) ||x|| <@1>'
    const banned = refusalOf({ reasons: [{ code: 'banned_here', text }] })
    const digest = refusalMessages.digest(
      [banned, refusalOf({ ...banned, steamId: nth(2) })],
      new Map(),
      message,
      texts,
    )
    for (const view of [refusalMessages.single(banned, { name: null, avatar: '' }, message, texts), digest]) {
      expect(textOf(view)).not.toMatch(/\]\(https:..evil|\|\|x|[^\\]<@1/)
      expect(textOf(view)).toContain(escapeMarkdown(text.slice(1), 200))
    }
    // The file and the menu show plain text.
    expect(String(digest.files?.[0]?.data)).toContain(text)
    expect(JSON.stringify(digest)).toContain(` · ${text}"`)
  },
)

test('a notice says that its rule refuses nobody, and its digest has a file and a menu of its own', () => {
  const notice = refusalOf({ mode: 'notify', count: 2, reasons: [{ code: 'minRustHours', text: '5 hours in Rust' }] })
  const view = refusalMessages.single(notice, { name: 'raider', avatar: '' }, message, en)
  expect(textOf(view)).toContain(
    '## 🔔 For your information: raider\n⏱️ **5 hours in Rust**\nThese rules only report, and refuse nobody.',
  )
  expect(textOf(view)).toContain('asked about 2 times that day')
  expect(coloursOf(view)).toEqual([accentColourOf('limited')])
  expect(customIdsOf(view)).toEqual([`v1:policyexempt:${nth(1)}`, `v1:ban:${nth(1)}`, `v1:lookup:${nth(1)}`])
  const digest = refusalMessages.digest([notice, refusalOf({ ...notice, steamId: nth(2) })], new Map(), message, en)
  expect(textOf(digest)).toContain(
    '## 🔔 For your information: 2 accounts\nThese rules only report, and refuse nobody.',
  )
  expect(textOf(digest)).toContain('All are in notices.csv.')
  expect(digest.files?.map(({ name }) => name)).toEqual(['notices.csv'])
  expect(menusOf(digest)).toMatchObject([{ custom_id: 'v1:noticed' }])
  expect(customIdsOf(digest)).toEqual([])
})

test('a digest has all in a file, keeps formulas out of it, and has a menu', () => {
  const refusals = [refusalOf({ servers: ['=1+1'], count: 2 }), refusalOf({ steamId: nth(2), servers: [] })]
  const view = refusalMessages.digest(refusals, new Map([[nth(1), 'raider']]), message, en)
  expect(textOf(view)).toContain(`## 🛡️ Refused 2 accounts\n-# <t:${at}:f> to <t:${at + 60}:f>`)
  expect(view.files?.[0]?.data.toString().trim().split('\n')).toEqual([
    expect.stringContaining('steam_id,name,reason,first_at,last_at,times,game_servers,policy_version,profile'),
    `'${nth(1)},raider,"1 VAC ban, last ban 120 days ago (limit: 0); Profile is private",2026-05-04T15:00:00Z,2026-05-04T15:01:00Z,2,'=1+1,3,https://steamcommunity.com/profiles/${nth(1)}`,
    `'${nth(2)},,"1 VAC ban, last ban 120 days ago (limit: 0); Profile is private",2026-05-04T15:00:00Z,2026-05-04T15:01:00Z,1,,3,https://steamcommunity.com/profiles/${nth(2)}`,
  ])
  expect(menusOf(view)).toMatchObject([{ custom_id: 'v1:refused' }])
})
