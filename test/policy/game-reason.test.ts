import type { Language } from '../../src/model/language.ts'
import { describe, expect, test } from 'vitest'
import { banGameReason, gameReason } from '../../src/policy/game-reason.ts'
import type { Reason } from '../../src/policy/judge.ts'
import { policyOf } from '../support/policies.ts'

const VAC: Reason = { code: 'maxVacBans', value: 2, limit: 0, lastBanDays: 3 }
const GAME: Reason = { code: 'maxGameBans', value: 3, limit: 1, lastBanDays: 3 }
const TRADE: Reason = { code: 'denyTradeBan', value: true, limit: false }
const YOUNG: Reason = { code: 'minAccountAgeDays', value: 3, limit: 30 }
const FEW: Reason = { code: 'minRustHours', value: 3.2, limit: 50 }
const PRIVATE: Reason = { code: 'denyPrivateProfile', value: true, limit: false }
const NOT_OWNED: Reason = { code: 'denyHiddenHours', value: 'not_owned', limit: false }
const EXCEPTION: Reason = { code: 'exception', value: 'deny', limit: null }
const APPEAL = 'discord.gg/example'
const LONGEST_APPEAL = `Appeal here: https://example.com/${'x'.repeat(27)}`

const shown = (reasons: Reason[], language: Language = 'en', appeal = APPEAL) =>
  gameReason({ reasons }, policyOf({}, { language, appeal }))

test.each<[Reason[], string]>([
  [[VAC], '2 VAC bans on this account, or on the one that shares the game.'],
  [[GAME], '3 game bans on this account, or on the one that shares the game.'],
  [[YOUNG], 'This account, or the one that shares the game, is younger than 30 days.'],
  [[FEW], 'This account, or the one that shares the game, has fewer than 50 hours in Rust.'],
  [[EXCEPTION], 'This account, or the one that shares the game, is refused by this server.'],
  [[NOT_OWNED], 'This account does not own Rust.'],
  [[VAC, NOT_OWNED], '2 VAC bans on this account; it does not own Rust.'],
])('%j', (reasons, text) => {
  expect(shown(reasons)).toBe(`${text} discord.gg/example`)
})

test('bans come first, and the rest is said of the same account', () => {
  const reasons = [VAC, YOUNG, TRADE]
  expect([shown(reasons, 'en', 'dc.gg/x'), shown(reasons, 'de', 'dc.gg/x')]).toEqual([
    '2 VAC bans and trade ban on this account, or on the one that shares the game; it is younger than 30 days. dc.gg/x',
    '2 VAC-Bans und Trade-Ban auf deinem Konto oder auf dem Konto, das Rust mit dir teilt; es ist jünger als 30 Tage. dc.gg/x',
  ])
})

describe('what does not fit', () => {
  test('takes the short forms', () => {
    expect(shown([VAC, YOUNG, FEW, PRIVATE])).toBe(
      'You or the game’s owner: VAC ban, too new, too few hours, private. discord.gg/example',
    )
  })

  test('is first the account, and then the reasons from the end', () => {
    expect(shown([VAC, FEW, PRIVATE], 'en', LONGEST_APPEAL)).toBe(
      `You or the game’s owner: VAC ban, too few hours, private. ${LONGEST_APPEAL}`,
    )
    expect(shown([VAC, YOUNG, FEW, PRIVATE], 'en', LONGEST_APPEAL)).toBe(
      `VAC ban, too new, too few hours, private. ${LONGEST_APPEAL}`,
    )
    const long = `${LONGEST_APPEAL}${'x'.repeat(30)}`
    expect(shown([VAC, YOUNG, FEW, PRIVATE], 'en', long)).toBe(`VAC ban, too new. ${long}`)
  })
})

test('the same fact is named once', () => {
  const hidden = [
    { code: 'minRustHours', value: 'hidden', limit: 10 },
    { code: 'denyHiddenHours', value: 'hidden', limit: false },
  ] satisfies Reason[]
  expect(shown(hidden)).toBe(
    'This account, or the one that shares the game, hides its hours in Rust. discord.gg/example',
  )
})

describe('a refusal by a ban of the community', () => {
  const of = (reason: string, appeal: string, language: Language = 'en') =>
    banGameReason({ reason }, { language, appeal })

  test.each([
    ['aimbot', APPEAL, 'You or the game’s owner: aimbot. discord.gg/example'],
    ['aimbot!', APPEAL, 'You or the game’s owner: aimbot! discord.gg/example'],
    ['aimbot', '', 'You or the game’s owner: aimbot.'],
    ['', APPEAL, 'You or the game’s owner: banned here. discord.gg/example'],
    ['', LONGEST_APPEAL, `You or the game’s owner: banned here. ${LONGEST_APPEAL}`],
    [
      'griefing, twice, on two of our servers',
      LONGEST_APPEAL,
      `griefing, twice, on two of our servers. ${LONGEST_APPEAL}`,
    ],
    ['x'.repeat(80), APPEAL, `${'x'.repeat(80)}. ${APPEAL}`],
    ['x'.repeat(80), LONGEST_APPEAL, `${'x'.repeat(58)}… ${LONGEST_APPEAL}`],
    ['👨‍👩‍👧'.repeat(15), LONGEST_APPEAL, `${'👨‍👩‍👧'.repeat(7)}… ${LONGEST_APPEAL}`],
  ])('for "%s" with the appeal "%s"', (reason, appeal, text) => {
    expect(of(reason, appeal)).toBe(text)
  })
})

test('the whole line follows the word order and the punctuation of the language', () => {
  expect(shown([PRIVATE], 'zh-CN')).toBe('此账户或共享此游戏的账户个人资料为私密。 discord.gg/example')
  expect(shown([VAC, YOUNG], 'zh-CN')).toBe(
    '此账户或共享此游戏的账户有 2 次 VAC 封禁；该账户注册不满 30 天。 discord.gg/example',
  )
  expect(banGameReason({ reason: '开挂' }, { language: 'zh-CN', appeal: '' })).toBe('你或游戏所有者：开挂。')
})
