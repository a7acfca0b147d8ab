import { describe, expect, test } from 'vitest'
import type { UnknownPart } from '../../src/model/verdict.ts'
import type { Reason } from '../../src/policy/judge.ts'
import { reasonText, toVerdictReasons, unknownText } from '../../src/policy/reason-text.ts'
import { policyOf } from '../support/policies.ts'

const FORGETFUL = { maxVacBans: 0, banForgottenAfterDays: 365 }

describe('a reason', () => {
  test.each<[Reason, string, string]>([
    [
      { code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 120 },
      '1 VAC ban, last ban 120 days ago (limit: 0; forgotten after 365 days)',
      '1 VAC-Ban, letzter Ban vor 120 Tagen (erlaubt: 0; vergessen nach 365 Tagen)',
    ],
    [
      { code: 'maxGameBans', value: 2, limit: 1, lastBanDays: 0 },
      '2 game bans, last ban today (limit: 1; forgotten after 365 days)',
      '2 Game-Bans, letzter Ban heute (erlaubt: 1; vergessen nach 365 Tagen)',
    ],
    [{ code: 'denyCommunityBan', value: true, limit: false }, 'Steam Community ban', 'Steam-Community-Ban'],
    [{ code: 'denyTradeBan', value: 'banned', limit: false }, 'Trade ban', 'Trade-Ban'],
    [{ code: 'denyTradeProbation', value: 'probation', limit: false }, 'Trade probation', 'Handel auf Bewährung'],
    [
      { code: 'minAccountAgeDays', value: 1, limit: 30 },
      'Account is 1 day old (at least 30 days)',
      'Konto ist 1 Tag alt (mindestens 30 Tage)',
    ],
    [
      { code: 'minAccountAgeDays', value: 'hidden', limit: 30 },
      'Account age is hidden (at least 30 days)',
      'Alter des Kontos ist verborgen (mindestens 30 Tage)',
    ],
    [
      { code: 'minRustHours', value: 3.2, limit: 1_500 },
      '3.2 hours in Rust (at least 1,500 hours)',
      '3,2 Stunden in Rust (mindestens 1.500 Stunden)',
    ],
    [
      { code: 'minRustHours', value: 'hidden', limit: 10 },
      'Hours in Rust are hidden (at least 10 hours)',
      'Rust-Stunden sind verborgen (mindestens 10 Stunden)',
    ],
    [
      { code: 'minRustHours', value: 'not_owned', limit: 10 },
      'Account does not own Rust (at least 10 hours)',
      'Konto besitzt Rust nicht (mindestens 10 Stunden)',
    ],
    [{ code: 'denyPrivateProfile', value: true, limit: false }, 'Profile is private', 'Profil ist privat'],
    [
      { code: 'denyHiddenHours', value: 'hidden', limit: false },
      'Hours in Rust are hidden',
      'Rust-Stunden sind verborgen',
    ],
    [
      { code: 'denyHiddenHours', value: 'not_owned', limit: false },
      'Account does not own Rust',
      'Konto besitzt Rust nicht',
    ],
    [
      { code: 'denyUnconfigured', value: true, limit: false },
      'Profile was never set up',
      'Profil wurde nie eingerichtet',
    ],
    [{ code: 'exception', value: 'deny', limit: null }, 'Refused by an exception', 'Durch eine Ausnahme abgelehnt'],
    [{ code: 'exception', value: 'allow', limit: null }, 'Let in by an exception', 'Durch eine Ausnahme eingelassen'],
  ])('%j', (reason, english, german) => {
    expect([reasonText(reason, FORGETFUL, 'en'), reasonText(reason, FORGETFUL, 'de')]).toEqual([english, german])
  })

  test('names no days after which bans are forgotten where none are', () => {
    const reason: Reason = { code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 1 }
    expect(reasonText(reason, { maxVacBans: 0 }, 'en')).toBe('1 VAC ban, last ban 1 day ago (limit: 0)')
    expect(reasonText(reason, { maxVacBans: 0 }, 'de')).toBe('1 VAC-Ban, letzter Ban vor 1 Tag (erlaubt: 0)')
  })

  test('of a verdict is in the language of the policy, and has the fields of the interface only', () => {
    const reasons: Reason[] = [{ code: 'maxVacBans', value: 1, limit: 0, lastBanDays: 1 }]
    expect(toVerdictReasons(reasons, policyOf({ maxVacBans: 0 }, { language: 'de' }))).toEqual([
      { code: 'maxVacBans', value: 1, limit: 0, text: '1 VAC-Ban, letzter Ban vor 1 Tag (erlaubt: 0)' },
    ])
  })
})

describe('an undecided rule', () => {
  test.each<[UnknownPart, string, string]>([
    [
      { code: 'minAccountAgeDays', part: 'profile', cause: 'hidden' },
      'Account age is hidden',
      'Alter des Kontos ist verborgen',
    ],
    [
      { code: 'minRustHours', part: 'rustHours', cause: 'hidden' },
      'Hours in Rust are hidden, or Rust is not owned',
      'Rust-Stunden sind verborgen, oder das Konto besitzt Rust nicht',
    ],
    [
      { code: 'maxVacBans', part: 'bans', cause: 'unavailable' },
      'VAC bans: no answer from Steam',
      'VAC-Bans: keine Antwort von Steam',
    ],
    [
      { code: 'denyPrivateProfile', part: 'profile', cause: 'unavailable' },
      'Whether the profile is private: no answer from Steam',
      'Ob das Profil privat ist: keine Antwort von Steam',
    ],
  ])('%j', (unknown, english, german) => {
    expect([unknownText(unknown, 'en'), unknownText(unknown, 'de')]).toEqual([english, german])
  })
})
