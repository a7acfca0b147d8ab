import { describe, expect, test } from 'vitest'
import { COMPONENT } from '../../../packages/sim-discord/src/index.ts'
import { alertMessages } from '../../../src/watch/discord/alert-messages.ts'
import type { SentMessage } from '../../../src/outbox/discord/message-parts.ts'
import type { Texts } from '../../../src/watch/discord/texts.ts'
import { en } from '../../support/texts.ts'
import { accentColourOf } from '../../../src/discord/view.ts'
import { type BanChange } from '../../../src/model/ban-record.ts'
import type { Alert } from '../../../src/watch/alerts.ts'
import { coloursOf, componentsOf, customIdsOf, menusOf, textOf } from '../../support/view-content.ts'
import { nth } from '../../support/watch-tests.ts'

const ROLE = '1234567890123456789'
const at = Date.UTC(2026, 4, 4, 15) / 1000
const when = { after: at - 3_600, before: at }
const message = { roleId: null }
const OUR_BAN = { reason: 'raid team', until: null }
const nobody = { name: null, avatar: '' }

const change = (
  kind: BanChange['kind'],
  from: BanChange['from'],
  to: BanChange['to'],
  isLifted = false,
): BanChange => ({
  kind,
  from,
  to,
  isLifted,
  when,
})
const VAC = change('vac', 0, 1)
const TRADE = change('trade', 'none', 'probation')
const LIFTED = change('game', 1, 0, true)

const alertOf = (changes: BanChange[], more: Partial<Alert> = {}): Alert => ({
  steamId: nth(1),
  createdAt: at,
  changes,
  addedBy: '200000000000000001',
  addedAt: at - 86_400,
  reason: 'aimbot',
  ...more,
})
/** A digest; `names`: those of accounts that are known, and the rest what makes it another message. */
const digestOf = (
  alerts: Alert[],
  { names = new Map<string, string>(), ...more }: Partial<SentMessage> & { names?: ReadonlyMap<string, string> } = {},
  texts: Texts = en,
) => alertMessages.digest(alerts, names, { ...message, ...more }, texts)

describe('an alert', () => {
  test('shows everything that changed, who watches the account and why', () => {
    const profile = { name: 'cheater', avatar: 'https://avatars.steamstatic.com/a_full.jpg' }
    const view = alertMessages.single(alertOf([VAC, change('game', 1, 3)]), profile, message, en)
    expect(textOf(view)).toBe(
      [
        '### ⛔ cheater: new VAC ban and 2 new game bans',
        '**VAC bans 0 → 1**',
        '**Game bans 1 → 3**',
        `-# <t:${at - 3_600}:f>–<t:${at}:t>`,
        '👁️ <@200000000000000001>: aimbot',
        `\`${nth(1)}\` · [Steam profile](https://steamcommunity.com/profiles/${nth(1)})`,
      ].join('\n'),
    )
    const pictures = componentsOf(view).flatMap((part) => (part.type === COMPONENT.thumbnail ? [part.media.url] : []))
    expect(pictures).toEqual([profile.avatar])
    expect(coloursOf(view)).toEqual([accentColourOf('banned')])
  })

  test('about a ban that Steam no longer reports never looks clean', () => {
    const view = alertMessages.single(alertOf([LIFTED]), nobody, message, en)
    expect(textOf(view)).toContain(
      `### ℹ️ \`${nth(1)}\`: Steam no longer reports a game ban (1 → 0), <t:${at - 3_600}:f>–<t:${at}:t>\n`,
    )
    expect(textOf(view)).not.toContain('✅')
    expect(coloursOf(view)).toEqual([accentColourOf('neutral')])
  })

  test('marks each change where they differ, and says when each span was', () => {
    const earlier = { ...LIFTED, when: { after: at - 7_200, before: at - 3_600 } }
    expect(textOf(alertMessages.single(alertOf([VAC, earlier]), nobody, message, en))).toContain(
      [
        ': new VAC ban; 1 more change',
        '⛔ **VAC bans 0 → 1**',
        `-# <t:${at - 3_600}:f>–<t:${at}:t>`,
        'ℹ️ **Game bans 1 → 0**',
        `-# <t:${at - 7_200}:f>–<t:${at - 3_600}:t>`,
      ].join('\n'),
    )
  })

  test.each([
    ['a trade restriction', [TRADE], accentColourOf('restricted')],
    ['a trade restriction and a lifted ban', [TRADE, LIFTED], accentColourOf('restricted')],
    ['a lifted and a new ban', [LIFTED, VAC], accentColourOf('banned')],
    ['a newer ban', [change('lastBan', 400, 0)], accentColourOf('banned')],
    ['a community ban', [change('community', false, true)], accentColourOf('banned')],
  ])('has the colour of its gravest change: %s', (_, changes, colour) => {
    expect(coloursOf(alertMessages.single(alertOf(changes), nobody, message, en))).toEqual([colour])
  })

  test.each([
    ['not banned the account', null, '⛔', 'Not banned by us · 👁️'],
    ['banned the account', OUR_BAN, '🔨⛔', '**Banned by us for good** · raid team · 👁️'],
    ['an exception for the account', 'excepted' as const, '⛔', '🚪 **Always let in by us** · 👁️'],
    ['a list that cannot be read', 'unknown' as const, '⛔', '**Our ban list cannot be read now** · 👁️'],
  ])('says first what we decided, for a server that has %s', (_, found, signs, start) => {
    const view = alertMessages.single(alertOf([VAC]), nobody, { ...message, findDecision: () => found }, en)
    const [heading, own] = textOf(view).split('\n')
    expect(heading).toBe(`### ${signs} \`${nth(1)}\`: new VAC ban (0 → 1), <t:${at - 3_600}:f>–<t:${at}:t>`)
    expect(own).toBe(`${start} <@200000000000000001>: aimbot`)
  })

  test('about a lifted ban is red where the server has banned the account', () => {
    const view = alertMessages.single(alertOf([LIFTED]), nobody, { ...message, findDecision: () => OUR_BAN }, en)
    expect(textOf(view)).toContain('### 🔨ℹ️ ')
    expect(coloursOf(view)).toEqual([accentColourOf('banned')])
  })

  test('names two days where it happened between checks that were more than a day apart', () => {
    const long = { ...VAC, when: { after: at - 5 * 86_400, before: at } }
    expect(textOf(alertMessages.single(alertOf([long]), nobody, message, en))).toContain(
      `(0 → 1), <t:${at - 5 * 86_400 + 1}:D>–<t:${at}:D>\n`,
    )
  })

  test('offers neither to ban an account that the server has banned itself, nor to lift that ban', () => {
    const view = alertMessages.single(
      alertOf([VAC]),
      nobody,
      { ...message, findDecision: (steamId) => (steamId === nth(1) ? OUR_BAN : null) },
      en,
    )
    expect(customIdsOf(view).join(' ')).not.toMatch(/v1:ban/)
  })

  test('has buttons for the account', () => {
    expect(customIdsOf(alertMessages.single(alertOf([VAC]), nobody, message, en))).toEqual([
      `v1:lookup:${nth(1)}`,
      expect.stringMatching(`^v1:friends:${nth(1)}`),
      `v1:ban:${nth(1)}`,
      `v1:unwatch:${nth(1)}`,
    ])
  })

  test('mentions the role above everything else', () => {
    const view = alertMessages.single(alertOf([VAC]), nobody, { ...message, roleId: ROLE }, en)
    expect(textOf(view).split('\n')[0]).toBe(`<@&${ROLE}>`)
  })
})

describe('a digest', () => {
  test('marks accounts that the server has banned, and is red', () => {
    const findDecision = (steamId: string) => (steamId === nth(1) ? OUR_BAN : null)
    const view = digestOf([alertOf([LIFTED]), alertOf([LIFTED], { steamId: nth(2) })], { findDecision })
    expect(textOf(view)).toContain(`🔨ℹ️ \`${nth(1)}\` · by us: raid team · Steam no longer reports a game ban`)
    expect(textOf(view)).toContain(`\nℹ️ \`${nth(2)}\` · Steam no longer reports`)
    expect(coloursOf(view)).toEqual([accentColourOf('banned')])
  })

  const alerts = Array.from({ length: 30 }, (_, index) => alertOf([VAC], { steamId: nth(index) }))

  test('names the first twenty, and has all in a file', () => {
    const view = digestOf(alerts, { names: new Map([[nth(0), 'cheater']]) })
    const lines = textOf(view).split('\n')
    expect(lines[0]).toBe('## 👁️ Watch list: bans of 30 accounts changed')
    expect(lines[1]).toBe('**⛔ 30 accounts with a new ban**')
    expect(lines[2]).toBe(`-# <t:${at - 3_600}:f>–<t:${at}:t>`)
    const link = `[cheater](https://steamcommunity.com/profiles/${nth(0)})`
    expect(textOf(view)).toContain(`⛔ ${link} · new VAC ban (0 → 1)\n-# \`${nth(0)}\`\n`)
    expect(lines.filter((line) => line.includes('new VAC ban'))).toHaveLength(20)
    expect(lines).toContain('… and 10 more')
    const [file] = view.files ?? []
    expect(file?.name).toBe('alerts.csv')
    const rows = file?.data.toString().trim().split('\n') ?? []
    expect(rows).toHaveLength(1 + 30)
    expect(rows[1]).toBe(
      [
        `'${nth(0)},cheater,new VAC ban (0 → 1),0,1,2026-05-04T14:00:00Z,2026-05-04T15:00:00Z`,
        `'200000000000000001,2026-05-03T15:00:00Z,aimbot,https://steamcommunity.com/profiles/${nth(0)}`,
      ].join(','),
    )
  })

  test('names the span of each account where they differ', () => {
    const earlier = { ...VAC, when: { after: at - 7_200, before: at - 3_600 } }
    const names = new Map([[nth(1), 'cheater']])
    const view = digestOf([alertOf([VAC]), alertOf([earlier], { steamId: nth(2) })], { names })
    expect(textOf(view)).toContain(`\n-# \`${nth(1)}\` · <t:${at - 3_600}:f>–<t:${at}:t>\n`)
    expect(textOf(view)).toContain(`⛔ \`${nth(2)}\` · new VAC ban (0 → 1)\n-# <t:${at - 7_200}:f>–<t:${at - 3_600}:t>`)
  })

  test('counts each account once, by its gravest change', () => {
    const mixed = [
      alertOf([LIFTED]),
      alertOf([VAC]),
      alertOf([TRADE], { steamId: nth(2) }),
      alertOf([LIFTED], { steamId: nth(3) }),
    ]
    const lines = textOf(digestOf(mixed)).split('\n')
    expect(lines[0]).toBe('## 👁️ Watch list: bans of 3 accounts changed')
    expect(lines[1]).toBe(
      '**⛔ 1 account with a new ban · ⚠️ 1 account with a new trade restriction · ℹ️ 1 account with a ban or restriction that Steam no longer reports**',
    )
  })

  test('has a menu that opens each named account once, and a button for the list', () => {
    const twice = alerts.flatMap((alert) => [alert, alert])
    const view = digestOf(twice)
    expect(menusOf(view).map(({ options }) => options.map(({ value }) => value))).toEqual([
      Array.from({ length: 10 }, (_, index) => nth(index)),
    ])
    expect(customIdsOf(view)).toEqual(['v1:watchlist'])
  })
})
