import { describe, expect, test } from 'vitest'
import type { PolicyLanguage } from '../../../src/model/policy.ts'
import { gameReason } from '../../../src/service/policy/game-reason.ts'
import type { Reason } from '../../../src/service/policy/judge.ts'
import { policyOf } from '../../support/policies.ts'

const VAC: Reason = { code: 'maxVacBans', value: 2, limit: 0, lastBanDays: 3 }
const GAME: Reason = { code: 'maxGameBans', value: 3, limit: 1, lastBanDays: 3 }
const YOUNG: Reason = { code: 'minAccountAgeDays', value: 3, limit: 30 }
const FEW: Reason = { code: 'minRustHours', value: 3.2, limit: 50 }
const PRIVATE: Reason = { code: 'denyPrivateProfile', value: true, limit: false }
const NOT_OWNED: Reason = { code: 'denyHiddenHours', value: 'not_owned', limit: false }
const EXCEPTION: Reason = { code: 'exception', value: 'deny', limit: null }
const APPEAL = 'discord.gg/example'
const LONGEST_APPEAL = `Appeal here: https://example.com/${'x'.repeat(27)}`

const shown = (reasons: Reason[], language: PolicyLanguage = 'en', appeal = APPEAL) =>
  gameReason({ reasons }, policyOf({}, { language, appeal }))

test.each<[Reason[], string, string]>([
  [
    [VAC],
    'This account, or the owner of a shared copy: 2 VAC bans. discord.gg/example',
    'Dieses Konto oder der Besitzer einer geteilten Kopie: 2 VAC-Banns. discord.gg/example',
  ],
  [
    [GAME],
    'This account, or the owner of a shared copy: 3 game bans. discord.gg/example',
    'Dieses Konto oder der Besitzer einer geteilten Kopie: 3 Spielbanns. discord.gg/example',
  ],
  [
    [YOUNG],
    'This account, or the owner of a shared copy: younger than 30 days. discord.gg/example',
    'Dieses Konto oder der Besitzer einer geteilten Kopie: jünger als 30 Tage. discord.gg/example',
  ],
  [
    [FEW],
    'This account, or the owner of a shared copy: fewer than 50 hours in Rust. discord.gg/example',
    'Dieses Konto oder der Besitzer einer geteilten Kopie: weniger als 50 Stunden in Rust. discord.gg/example',
  ],
  [
    [EXCEPTION],
    'This account, or the owner of a shared copy: refused by this server. discord.gg/example',
    'Dieses Konto oder der Besitzer einer geteilten Kopie: von diesem Server abgelehnt. discord.gg/example',
  ],
  [
    [NOT_OWNED],
    'This account: does not own Rust. discord.gg/example',
    'Dieses Konto: besitzt Rust nicht. discord.gg/example',
  ],
  [
    [VAC, NOT_OWNED],
    'This account: 2 VAC bans, does not own Rust. discord.gg/example',
    'Dieses Konto: 2 VAC-Banns, besitzt Rust nicht. discord.gg/example',
  ],
])('%j', (reasons, english, german) => {
  expect([shown(reasons), shown(reasons, 'de')]).toEqual([english, german])
})

test('without an appeal it ends with the reasons', () => {
  expect(shown([VAC], 'en', '')).toBe('This account, or the owner of a shared copy: 2 VAC bans.')
})

describe('what does not fit', () => {
  test('takes the short forms', () => {
    expect(shown([VAC, YOUNG, FEW, PRIVATE])).toBe(
      'This account, or the owner of a shared copy: VAC ban, too new, too few hours, private. discord.gg/example',
    )
  })

  test('is left out from the end', () => {
    expect(shown([VAC, FEW, PRIVATE], 'en', LONGEST_APPEAL)).toBe(
      `This account, or the owner of a shared copy: VAC ban. ${LONGEST_APPEAL}`,
    )
    expect(shown([VAC, FEW, PRIVATE], 'de', LONGEST_APPEAL)).toBe(
      `Konto oder Besitzer der geteilten Kopie: VAC-Bann. ${LONGEST_APPEAL}`,
    )
  })
})

test('the same fact is named once', () => {
  const hidden = [
    { code: 'minRustHours', value: 'hidden', limit: 10 },
    { code: 'denyHiddenHours', value: 'hidden', limit: false },
  ] satisfies Reason[]
  expect(shown(hidden)).toBe('This account, or the owner of a shared copy: hours in Rust hidden. discord.gg/example')
})
