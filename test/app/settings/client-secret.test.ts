import { expect, test } from 'vitest'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'
import { clientSecret } from '../../../src/app/settings/compare-settings.ts'

const secretWith = (environment: Record<string, string>) => clientSecret(loadSettings(environment))
const at = (password: string) => ({ DATABASE_URL: `postgres://rapsheet:${password}@db.example/rapsheet` })
const STEAM_API_KEY = '0123456789ABCDEF0123456789ABCDEF'

test('without a key of Steam the digests of clients are made with the password of the database', () => {
  expect(secretWith(at('hunter2'))).toBe(secretWith(at('hunter2')))
  expect(secretWith(at('hunter2'))).not.toBe(secretWith(at('hunter3')))
  expect(secretWith({ DATABASE_URL: 'postgres://db.example/rapsheet?password=hunter2' })).toBe(
    secretWith(at('hunter2')),
  )
})

test('with one, they are the same whatever the password', () => {
  expect(secretWith({ ...at('hunter2'), STEAM_API_KEY })).toBe(secretWith({ ...at('hunter3'), STEAM_API_KEY }))
})
