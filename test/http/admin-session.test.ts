import { expect, test } from 'vitest'
import { createAdminSessions } from '../../src/app/status/pages/admin-session.ts'
import { createTextSeal } from '../../src/lib/sealed-text.ts'
import { hashToken } from '../../src/lib/token-hash.ts'
import { NOW } from '../support/fake-context.ts'

const TOKEN = 'admin-token-0123456789'

const sessionsAt = (now: number) => createAdminSessions(hashToken(TOKEN), { unixSeconds: () => now })
const cookie = sessionsAt(NOW).open(TOKEN)?.split(';')[0]

test('a session ends after twelve hours', () => {
  expect(sessionsAt(NOW + 43_199).has(cookie)).toBe(true)
  expect(sessionsAt(NOW + 43_200).has(cookie)).toBe(false)
})

test('a session does not last longer because the clock was set back', () => {
  expect(sessionsAt(NOW - 1).has(cookie)).toBe(false)
})

test('the SHA-256 of the token, which may be in a file of settings, is not enough to make a session', () => {
  const seal = createTextSeal(hashToken(TOKEN), 'rapsheet: sessions of the operator')
  const forge = (text: string) => `__Host-rapsheet-admin=${seal.seal('session', text).toString('base64url')}`
  expect(sessionsAt(NOW).has(forge(`${NOW + 60} ${TOKEN}`))).toBe(true)
  for (const text of [`${NOW + 60} ${hashToken(TOKEN)}`, `${NOW + 60}`, `${NOW + 60} `, ''])
    expect(sessionsAt(NOW).has(forge(text))).toBe(false)
})
