import { expect, onTestFinished, test } from 'vitest'
import { eraseFromPostgres } from '../../src/store/erase-account.ts'
import { openPostgres } from '../../src/store/postgres-disk.ts'
import { postgresForTest } from '../support/postgres.ts'

const HOUR_MS = 3_600_000
const RAIDER = '76561198000000001'

test('every row that names an account is erased while the cache is in use, and the others stay', async () => {
  const url = await postgresForTest()
  const disk = await openPostgres(url, { onError: expect.fail })
  onTestFinished(() => disk.close())
  const about = {
    [`summary:${RAIDER}`]: { value: 'Raider' },
    'vanity:raider': { value: RAIDER },
    'friends:76561198000000002': { value: [{ steamId: RAIDER }] },
    'vanity:steam_0:1:19867136': { value: null },
    'vanity:[u:1:39734273]': { value: null },
    'vanity:39734273': { value: null },
  }
  const others = { 'summary:76561198000000002': { value: 'ü' }, 'vanity:other': { value: '76561198000000002' } }
  const all = { ...about, ...others }
  await disk.setMany(Object.entries(all).map(([key, value]) => ({ key, value, ttl: HOUR_MS })))
  expect(await eraseFromPostgres(url, RAIDER)).toBe(6)
  expect(await disk.getMany(Object.keys(all))).toEqual([
    ...Object.keys(about).map(() => undefined),
    ...Object.values(others),
  ])
  expect(await eraseFromPostgres(url, RAIDER)).toBe(0)
})

test('a database without a cache has nothing to erase', async () => {
  expect(await eraseFromPostgres(await postgresForTest(), RAIDER)).toBe(0)
})

test('a server that does not answer is reported, without the password', async () => {
  const url = Object.assign(new URL(await postgresForTest()), { port: '1', password: 'hunter2' }).href
  const error = await eraseFromPostgres(url, RAIDER).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/^Error: STORE_URL postgres:\/\/[\w.]+:1\/\w+ could not be searched: .*ECONNREFUSED/)
  expect(String(error)).not.toContain('hunter2')
})
