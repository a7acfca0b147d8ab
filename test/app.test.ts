import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '../src/app/app.ts'
import { loadSettings } from '../src/app/settings/read-settings.ts'
import { folderForTest } from './support/folder.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('a start that fails while Steam is being opened closes the store and stops all timers', async () => {
  const store = join(folderForTest(), 'store.sqlite')
  const settings = loadSettings({ STORE_URL: `sqlite://${store}`, STEAM_API_KEY: 'SIMULATED-KEY', PAGE: 'off' })
  const broken = { ...settings, steam: { ...settings.steam, apiUrl: 'not a URL' } }
  await expect(startApp(broken, pino({ level: 'silent' }), () => {})).rejects.toThrow('Invalid URL')
  // SQLite removes its journal when the last connection is closed.
  expect([store, `${store}-wal`].map((file) => existsSync(file))).toEqual([true, false])
  expect(vi.getTimerCount()).toBe(0)
})

test('a database that cannot be opened stops the start, with everything closed again', async () => {
  const folder = folderForTest()
  const [store, database] = [join(folder, 'store.sqlite'), join(folder, 'community.sqlite')]
  writeFileSync(database, 'not a database'.repeat(100))
  const settings = loadSettings({
    STORE_URL: `sqlite://${store}`,
    DATABASE_URL: `sqlite://${database}`,
    DISCORD_TOKEN: 'SIMULATED.BOT.TOKEN',
    PAGE: 'off',
  })
  await expect(startApp(settings, pino({ level: 'silent' }), () => {})).rejects.toThrow(
    `DATABASE_URL ${database} cannot be opened: SQLITE_NOTADB: file is not a database. Restore a backup`,
  )
  expect(existsSync(`${store}-wal`)).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test('the database is not opened without a bot', async () => {
  const folder = folderForTest()
  const database = join(folder, 'community.sqlite')
  const settings = loadSettings({
    STORE_URL: 'memory://',
    DATABASE_URL: `sqlite://${database}`,
    HTTP_PORT: '0',
    PAGE: 'off',
  })
  const app = await startApp(settings, pino({ level: 'silent' }), () => {})
  await app.close()
  expect(existsSync(database)).toBe(false)
})
