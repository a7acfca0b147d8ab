import { expect, test } from 'vitest'
import { DENYING_RULE_NAMES } from '../../src/model/policy.ts'
import { banGameReason, gameReason } from '../../src/policy/game-reason.ts'
import type { Reason } from '../../src/policy/judge.ts'
import { reasonText, unknownText } from '../../src/policy/rule-texts.ts'
import { policyOf } from '../support/policies.ts'
import { en } from '../support/texts.ts'
import { unmarkedTexts, unmarkedWords } from '../support/unmarked.ts'
import { button, row, text } from '../../src/discord/view.ts'

const RULES = { maxVacBans: 0, maxGameBans: 0, banForgottenAfterDays: 90 }
const policy = { ...policyOf(RULES), language: 'en' as const, appeal: '' }
/** A reason of each kind, and each with a hidden value. */
const REASONS: Reason[] = [
  ...DENYING_RULE_NAMES.map((code) => ({ code, value: 3, limit: 2, lastBanDays: 5 })),
  ...DENYING_RULE_NAMES.map((code) => ({ code, value: 'hidden', limit: 2 })),
  { code: 'minRustHours', value: 'not_owned', limit: 2 },
  { code: 'exception', value: 'deny', limit: null },
  { code: 'banned_here', value: '', limit: null },
]

test('a text that is written in code is found, beside messages and inside of them', () => {
  const view = {
    components: [
      text(`${en.lookup.clean} Nothing else.`),
      text(en.common.checked({ when: 'never' })),
      text(`${en.lookup.clean} \`code\` <t:1:R> https://steamcommunity.com/id/x`),
      row([button('x', 'Open it', 'x'), button('y', en.buttons.account, 'y')]),
    ],
  }
  expect(unmarkedTexts(view)).toEqual([
    expect.stringContaining('Nothing else.'),
    expect.stringContaining('never'),
    'Open it',
  ])
})

test('the line of the game and the reasons are messages', () => {
  const lines = [
    ...REASONS.map((reason) => gameReason({ reasons: [reason] }, policy)),
    gameReason({ reasons: REASONS.slice(0, 2) }, policy),
    gameReason({ reasons: REASONS }, policy),
    banGameReason({ reason: '' }, policy),
    ...REASONS.map((reason) => reasonText(reason, RULES, 'en')),
    ...DENYING_RULE_NAMES.map((code) => unknownText({ code, part: 'bans', cause: 'unavailable' }, 'en')),
  ]
  expect(lines.filter((line) => !line.includes('⟦') || unmarkedWords(line).length > 0)).toEqual([])
})
