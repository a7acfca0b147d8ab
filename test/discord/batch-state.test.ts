import { expect, test } from 'vitest'
import { addChecked, toBatch, type CheckedEntry } from '../../src/accounts/discord/batch-state.ts'
import { CLEAN, NOW } from '../support/fake-context.ts'
import { ALICE } from '../support/watch-tests.ts'

const BANNED = { ...CLEAN, NumberOfGameBans: 1 }
const withoutProfile = (input: string): CheckedEntry => ({
  input,
  code: 'account_not_found',
  bans: BANNED,
  steamId: ALICE,
  fetchedAt: NOW,
})
const withProfile: CheckedEntry = {
  input: 'alice',
  steamId: ALICE,
  resolvedFrom: 'alice',
  name: 'Alice',
  timecreated: null,
  isPrivate: null,
  isConfigured: null,
  bans: BANNED,
  fetchedAt: NOW,
}

const unknown = (input: string): CheckedEntry => ({ input, code: 'platform_unavailable', bans: null, steamId: ALICE })

test.each([
  ['without an answer', [unknown(ALICE), unknown('alice')], unknown(ALICE), 'alice'],
  ['with bans in one of two answers', [unknown(ALICE), withoutProfile('alice')], withoutProfile('alice'), ALICE],
  ['without a profile', [withoutProfile(ALICE), withoutProfile('alice')], withoutProfile(ALICE), 'alice'],
  ['with a profile in one of two answers', [withoutProfile(ALICE), withProfile], withProfile, ALICE],
])('an account given by its id and a custom URL counts once, %s', (_, entries, kept, repeated) => {
  const batch = toBatch({ accounts: [ALICE, 'alice'], repeated: [], notRecognized: [] })
  const { checked, repeated: mentions } = addChecked(batch, new Map(entries.map((entry) => [entry.input, entry])))
  expect(checked).toEqual([kept])
  expect(mentions).toEqual({ count: 1, lines: [repeated] })
})
